package io.tandem.backend.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jocl.CL.CL_INVALID_COMMAND_QUEUE;
import static org.jocl.CL.CL_INVALID_VALUE;
import static org.jocl.CL.CL_MEM_OBJECT_ALLOCATION_FAILURE;

import io.tandem.backend.BackendException;
import io.tandem.backend.BackendException.Kind;
import io.tandem.backend.BufferUsage;
import io.tandem.backend.CommandQueue;
import io.tandem.backend.DeviceBuffer;
import io.tandem.backend.Event;
import io.tandem.backend.Executable;
import io.tandem.graph.GraphBuilder;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class OpenClFaultTest {
    private static void assertFails(ThrowingCallable call, Kind kind) {
        assertThatThrownBy(call).isInstanceOfSatisfying(BackendException.class, e -> {
            assertThat(e.kind()).isEqualTo(kind);
            assertThat(e.deviceId()).isEqualTo("opencl:0");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"clEnqueueFillBuffer", "clGetEventInfo", "clFlush"})
    void aLostDeviceFailsEverythingAndClosesCleanly(String call) {
        try (OpenClDevice device = TestDevice.open();
                OpenClDevice other = TestDevice.open()) {
            CommandQueue queue = device.newQueue();
            CommandQueue second = device.newQueue();
            DeviceBuffer buffer = device.allocate(1000, BufferUsage.ACTIVATIONS);
            Event before = queue.fill(buffer.slice(0, 1000), (byte) 1, List.of());
            before.await(Long.MAX_VALUE);
            device.cl().failNext(call, CL_INVALID_COMMAND_QUEUE);
            Event lost = queue.fill(buffer.slice(0, 1000), (byte) 2, List.of());
            assertFails(() -> lost.await(Long.MAX_VALUE), Kind.DEVICE_LOST);
            Event later = queue.fill(buffer.slice(0, 1000), (byte) 2, List.of(before));
            assertFails(() -> later.await(0), Kind.DEVICE_LOST);
            Event onSecond = second.fill(buffer.slice(0, 1000), (byte) 2, List.of());
            assertFails(() -> onSecond.await(0), Kind.DEVICE_LOST);
            assertFails(() -> device.allocate(10, BufferUsage.STATES), Kind.DEVICE_LOST);
            assertThat(before.await(0)).isTrue();

            DeviceBuffer unharmed = other.allocate(1000, BufferUsage.ACTIVATIONS);
            try (CommandQueue alive = other.newQueue()) {
                assertThat(alive.fill(unharmed.slice(0, 1000), (byte) 3, List.of())
                                .await(Long.MAX_VALUE))
                        .isTrue();
            }
            queue.close();
        }
    }

    @Test
    void aLossWhileAProgramIsEnqueuedFailsItsRun() {
        try (OpenClDevice device = TestDevice.open()) {
            CommandQueue queue = device.newQueue();
            DeviceBuffer buffer = device.allocate(1024, BufferUsage.ACTIVATIONS);
            Executable program = device.compile(OpenClBuildTest.overwriting(buffer, 1024, GraphBuilder::sqrt));
            assertThat(queue.execute(program, List.of()).await(Long.MAX_VALUE)).isTrue();
            device.cl().failNext("clEnqueueNDRangeKernel", CL_INVALID_COMMAND_QUEUE);
            Event lost = queue.execute(program, List.of());
            assertFails(() -> lost.await(Long.MAX_VALUE), Kind.DEVICE_LOST);
            Event later = queue.execute(program, List.of());
            assertFails(() -> later.await(0), Kind.DEVICE_LOST);
            assertFails(
                    () -> device.compile(OpenClBuildTest.overwriting(buffer, 1024, GraphBuilder::neg)),
                    Kind.DEVICE_LOST);
            program.close();
        }
    }

    @Test
    void anAllocationThatFailsLeavesTheDeviceUsable() {
        try (OpenClDevice device = TestDevice.open()) {
            device.cl().failNext("clCreateBuffer", CL_MEM_OBJECT_ALLOCATION_FAILURE);
            assertThatThrownBy(() -> device.allocate(4242, BufferUsage.WEIGHTS))
                    .isInstanceOfSatisfying(
                            BackendException.class, e -> assertThat(e.kind()).isEqualTo(Kind.OUT_OF_MEMORY))
                    .hasMessageContaining("CL_MEM_OBJECT_ALLOCATION_FAILURE (-4)");
            device.allocate(4242, BufferUsage.WEIGHTS).close();
        }
    }

    @Test
    void aSubmissionThatFailsFailsItsEventAlone() {
        try (OpenClDevice device = TestDevice.open();
                CommandQueue queue = device.newQueue()) {
            DeviceBuffer buffer = device.allocate(16, BufferUsage.ACTIVATIONS);
            device.cl().failNext("clEnqueueFillBuffer", CL_INVALID_VALUE);
            Event failed = queue.fill(buffer.slice(0, 16), (byte) 1, List.of());
            Event dependent = queue.fill(buffer.slice(0, 16), (byte) 2, List.of(failed));
            Event next = queue.fill(buffer.slice(0, 16), (byte) 3, List.of());
            assertFails(() -> failed.await(Long.MAX_VALUE), Kind.INTERNAL);
            assertFails(() -> dependent.await(Long.MAX_VALUE), Kind.INTERNAL);
            assertThat(next.await(Long.MAX_VALUE)).isTrue();
        }
    }

    @Test
    void aDeviceThatCannotBeSetUpIsGivenBack() {
        try (OpenClDevice device = TestDevice.open()) {
            device.cl().failNext("clCreateCommandQueue", CL_MEM_OBJECT_ALLOCATION_FAILURE);
            assertFails(() -> device.newQueue(), Kind.OUT_OF_MEMORY);
            device.newQueue().close();
        }
    }
}
