package io.tandem.backend.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tandem.backend.BackendException;
import io.tandem.backend.BufferUsage;
import io.tandem.backend.CommandQueue;
import io.tandem.backend.DeviceBuffer;
import io.tandem.backend.Event;
import io.tandem.backend.Executable;
import io.tandem.graph.GraphBuilder;
import io.tandem.testkit.process.ChildJvm;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Closing at any time from any thread, and memory that no garbage collection has to free. */
@Timeout(120)
class OpenClLifecycleTest {
    private static final int BYTES = 1 << 24;

    @Test
    void closesFromAnotherThreadWhileCommandsRun() throws InterruptedException, ExecutionException {
        OpenClDevice device = TestDevice.open();
        CommandQueue queue = device.newQueue();
        DeviceBuffer buffer = device.allocate(BYTES, BufferUsage.ACTIVATIONS);
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            events.add(queue.fill(buffer.slice(1, BYTES - 1), (byte) i, List.of()));
        }
        FutureTask<Void> closing = new FutureTask<>(device::close, null);
        Thread.ofPlatform().start(closing);
        closing.get();
        for (Event event : events) {
            assertThat(ended(event)).isTrue();
        }
        assertThatThrownBy(() -> queue.fill(buffer.slice(0, 16), (byte) 1, List.of()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("opencl:0");
        assertThatThrownBy(() -> device.allocate(16, BufferUsage.STATES))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("opencl:0 is closed");
        device.close();
    }

    /** Whether a command is done or failed; nobody may wait for it for ever. */
    private static boolean ended(Event event) {
        try {
            return event.await(0);
        } catch (BackendException | IllegalStateException e) {
            return true;
        }
    }

    @Test
    void closesWhileAProgramRuns() {
        OpenClDevice device = TestDevice.open();
        CommandQueue queue = device.newQueue();
        DeviceBuffer buffer = device.allocate(BYTES, BufferUsage.ACTIVATIONS);
        Executable program = device.compile(OpenClBuildTest.overwriting(buffer, BYTES, GraphBuilder::sqrt));
        List<Event> runs = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            runs.add(queue.execute(program, List.of()));
        }
        device.close();
        for (Event run : runs) {
            assertThat(ended(run)).isTrue();
        }
        program.close();
        assertThatThrownBy(() -> queue.execute(program, List.of())).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void closesBeforeAnyUse() {
        OpenClDevice device = TestDevice.open();
        device.close();
        device.close();
        assertThatThrownBy(() -> device.memory())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("opencl:0 is closed");
    }

    @Test
    void freesAGibibyteAgainAndAgainWithASmallHeap() {
        TestDevice.devices(TestDevice.options());
        ChildJvm.Outcome outcome = ChildJvm.main(OpenClGibibytes.class)
                .options("-Xmx64m", "-XX:+UseSerialGC")
                .arguments("4")
                .run();
        assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
        assertThat(outcome.out()).contains("4 GiB");
    }
}
