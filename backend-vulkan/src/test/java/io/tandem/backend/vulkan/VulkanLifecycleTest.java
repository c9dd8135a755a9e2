package io.tandem.backend.vulkan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.tandem.backend.BackendException;
import io.tandem.backend.BufferUsage;
import io.tandem.backend.CommandQueue;
import io.tandem.backend.DeviceBuffer;
import io.tandem.backend.Event;
import io.tandem.testkit.process.ChildJvm;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Closing at any time from any thread, and memory that no garbage collection has to free. */
@Timeout(120)
class VulkanLifecycleTest {
    private static final int BYTES = 1 << 24;

    @Test
    void closesFromAnotherThreadWhileCommandsRun() throws InterruptedException, ExecutionException {
        ValidatedDevice opened = ValidatedDevice.open();
        CommandQueue queue = opened.device().newQueue();
        DeviceBuffer buffer = opened.device().allocate(BYTES, BufferUsage.ACTIVATIONS);
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            events.add(queue.fill(buffer.slice(1, BYTES - 1), (byte) i, List.of()));
        }
        FutureTask<Void> closing = new FutureTask<>(opened::close, null);
        Thread.ofPlatform().start(closing);
        closing.get();
        for (Event event : events) {
            assertThat(ended(event)).isTrue();
        }
        assertThatThrownBy(() -> queue.fill(buffer.slice(0, 16), (byte) 1, List.of()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("vulkan:0");
        assertThatThrownBy(() -> opened.device().allocate(16, BufferUsage.STATES))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("vulkan:0 is closed");
        opened.close();
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
    void closesBeforeAnyUse() {
        ValidatedDevice opened = ValidatedDevice.open();
        opened.close();
        opened.close();
        assertThatThrownBy(() -> opened.device().memory())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("vulkan:0 is closed");
    }

    @Test
    void freesAGibibyteAgainAndAgainWithASmallHeap() {
        assumeThat(ValidatedDevice.devices(ValidatedDevice.options())).isNotEmpty();
        ChildJvm.Outcome outcome = ChildJvm.main(VulkanGibibytes.class)
                .options("-Xmx64m", "-XX:+UseSerialGC")
                .arguments("4")
                .run();
        assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
        assertThat(outcome.out()).contains("4 GiB");
    }

    /** What every other test here relies on: the layer tells of an object that is left when its device is closed. */
    @Test
    void anObjectThatIsLeftIsNoticed() {
        try (ValidatedDevice other = ValidatedDevice.open()) {
            ValidatedDevice opened = ValidatedDevice.open();
            assumeThat(ValidatedDevice.validates())
                    .as("without the validation layer")
                    .isTrue();
            opened.device().vk().createTimeline();
            assertThatThrownBy(opened::close).isInstanceOf(AssertionError.class).hasMessageContaining("VkSemaphore");
            other.forgetMessages();
        }
    }
}
