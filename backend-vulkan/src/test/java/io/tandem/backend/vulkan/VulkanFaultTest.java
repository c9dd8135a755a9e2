package io.tandem.backend.vulkan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.lwjgl.vulkan.VK10.VK_ERROR_DEVICE_LOST;
import static org.lwjgl.vulkan.VK10.VK_ERROR_OUT_OF_DEVICE_MEMORY;
import static org.lwjgl.vulkan.VK10.VK_ERROR_UNKNOWN;

import io.tandem.backend.BackendException;
import io.tandem.backend.BackendException.Kind;
import io.tandem.backend.BufferUsage;
import io.tandem.backend.CommandQueue;
import io.tandem.backend.DeviceBuffer;
import io.tandem.backend.Event;
import io.tandem.backend.Executable;
import io.tandem.backend.Operand;
import io.tandem.backend.Program;
import io.tandem.backend.Support;
import io.tandem.graph.Graph;
import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Tensor;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lwjgl.vulkan.NVGLSLShader;

@Timeout(60)
class VulkanFaultTest {
    private static void assertFails(ThrowingCallable call, Kind kind) {
        assertThatThrownBy(call).isInstanceOfSatisfying(BackendException.class, e -> {
            assertThat(e.kind()).isEqualTo(kind);
            assertThat(e.deviceId()).isEqualTo("vulkan:0");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"vkQueueSubmit", "vkGetSemaphoreCounterValue", "vkBeginCommandBuffer"})
    void aLostDeviceFailsEverythingAndClosesCleanly(String call) {
        try (ValidatedDevice opened = ValidatedDevice.open();
                ValidatedDevice other = ValidatedDevice.open()) {
            VulkanDevice device = opened.device();
            CommandQueue queue = device.newQueue();
            CommandQueue second = device.newQueue();
            DeviceBuffer buffer = device.allocate(1000, BufferUsage.ACTIVATIONS);
            Event before = queue.fill(buffer.slice(0, 1000), (byte) 1, List.of());
            before.await(Long.MAX_VALUE);
            device.vk().failNext(call, VK_ERROR_DEVICE_LOST);
            Event lost = queue.fill(buffer.slice(0, 1000), (byte) 2, List.of());
            assertFails(() -> lost.await(Long.MAX_VALUE), Kind.DEVICE_LOST);
            Event later = queue.fill(buffer.slice(0, 1000), (byte) 2, List.of(before));
            assertFails(() -> later.await(0), Kind.DEVICE_LOST);
            Event onSecond = second.fill(buffer.slice(0, 1000), (byte) 2, List.of());
            assertFails(() -> onSecond.await(0), Kind.DEVICE_LOST);
            assertFails(() -> device.allocate(10, BufferUsage.STATES), Kind.DEVICE_LOST);
            assertThat(before.await(0)).isTrue();

            DeviceBuffer unharmed = other.device().allocate(1000, BufferUsage.ACTIVATIONS);
            try (CommandQueue alive = other.device().newQueue()) {
                assertThat(alive.fill(unharmed.slice(0, 1000), (byte) 3, List.of())
                                .await(Long.MAX_VALUE))
                        .isTrue();
            }
            queue.close();
        }
    }

    @Test
    void anAllocationThatFailsLeavesTheDeviceUsable() {
        try (ValidatedDevice opened = ValidatedDevice.open()) {
            opened.device().vk().failNext("vkAllocateMemory", VK_ERROR_OUT_OF_DEVICE_MEMORY);
            assertThatThrownBy(() -> opened.device().allocate(4242, BufferUsage.WEIGHTS))
                    .isInstanceOfSatisfying(
                            BackendException.class, e -> assertThat(e.kind()).isEqualTo(Kind.OUT_OF_MEMORY))
                    .hasMessageContaining("VK_ERROR_OUT_OF_DEVICE_MEMORY (-2)");
            opened.device().allocate(4242, BufferUsage.WEIGHTS).close();
        }
    }

    @Test
    void aSubmissionThatFailsFailsItsEventAlone() {
        try (ValidatedDevice opened = ValidatedDevice.open();
                CommandQueue queue = opened.device().newQueue()) {
            DeviceBuffer buffer = opened.device().allocate(16, BufferUsage.ACTIVATIONS);
            opened.device().vk().failNext("vkQueueSubmit", VK_ERROR_UNKNOWN);
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
        try (ValidatedDevice opened = ValidatedDevice.open()) {
            opened.device().vk().failNext("vkCreateCommandPool", VK_ERROR_OUT_OF_DEVICE_MEMORY);
            assertFails(() -> opened.device().newQueue(), Kind.OUT_OF_MEMORY);
            opened.device().newQueue().close();
        }
    }

    @Test
    void aKernelThatTheDriverDoesNotBuildTakesItsOperationAlone() {
        try (ValidatedDevice opened = ValidatedDevice.open();
                DeviceBuffer buffer = opened.device().allocate(64, BufferUsage.ACTIVATIONS)) {
            VulkanDevice device = opened.device();
            Program.Step negated = overwriting(buffer, GraphBuilder::neg);
            Program.Step norm = overwriting(buffer, (graph, x) -> graph.norm(x, 1e-5f));
            device.vk().failNext("vkCreateComputePipelines", NVGLSLShader.VK_ERROR_INVALID_SHADER_NV);
            Program both = new Program("both", List.of(negated, norm));
            assertFails(() -> device.compile(both), Kind.KERNEL_BUILD);
            assertThat(device.supports(negated.node()))
                    .isInstanceOfSatisfying(
                            Support.No.class, no -> assertThat(no.reason()).contains("VK_ERROR_INVALID_SHADER_NV"));
            assertFails(() -> device.compile(both), Kind.UNSUPPORTED);
            assertThat(device.supports(norm.node())).isEqualTo(Support.YES);
            device.compile(new Program("norm", List.of(norm))).close();
        }
    }

    private static Program.Step overwriting(DeviceBuffer buffer, BiFunction<GraphBuilder, Tensor, Tensor> operation) {
        GraphBuilder graph = Graph.builder();
        Tensor x = graph.input("x", DType.F32, Shape.of(16));
        Tensor result = operation.apply(graph, x);
        return new Program.Step(
                Objects.requireNonNull(result.producer()),
                List.of(Operand.of(x, buffer.slice(0, 64))),
                Operand.of(result, buffer.slice(0, 64)),
                null);
    }

    @Test
    void aLostDeviceFailsTheRunOfAProgram() {
        try (ValidatedDevice opened = ValidatedDevice.open();
                CommandQueue queue = opened.device().newQueue()) {
            DeviceBuffer buffer = opened.device().allocate(64, BufferUsage.ACTIVATIONS);
            Executable program =
                    opened.device().compile(new Program("root", List.of(overwriting(buffer, GraphBuilder::sqrt))));
            queue.execute(program, List.of()).await(Long.MAX_VALUE);
            opened.device().vk().failNext("vkQueueSubmit", VK_ERROR_DEVICE_LOST);
            Event lost = queue.execute(program, List.of());
            assertFails(() -> lost.await(Long.MAX_VALUE), Kind.DEVICE_LOST);
            Event later = queue.execute(program, List.of());
            assertFails(() -> later.await(0), Kind.DEVICE_LOST);
            program.close();
        }
    }
}
