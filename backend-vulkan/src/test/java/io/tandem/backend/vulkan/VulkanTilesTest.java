package io.tandem.backend.vulkan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tandem.backend.BufferUsage;
import io.tandem.backend.CommandQueue;
import io.tandem.backend.DeviceBuffer;
import io.tandem.backend.Operand;
import io.tandem.backend.Program;
import io.tandem.backend.gpu.Dispatch;
import io.tandem.backend.gpu.KernelTable;
import io.tandem.backend.gpu.Traits;
import io.tandem.graph.Graph;
import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Node;
import io.tandem.graph.Tensor;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The kernels that only GPUs are given, on whatever device there is. */
class VulkanTilesTest {
    private static final int DEPTH = 21;
    private static final SplittableRandom RANDOM = new SplittableRandom(7);

    private static float[] random(int count) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) RANDOM.nextDouble(-1, 1);
        }
        return values;
    }

    @ParameterizedTest
    @CsvSource({"1530, 1533, matmul_large", "800, 650, matmul_medium", "100, 9, matmul_small", "300, 7, matvec"})
    void productsByEachTile(int rows, int columns, String module) {
        float[] a = random(DEPTH * rows);
        float[] b = random(DEPTH * columns);
        GraphBuilder graph = Graph.builder();
        Tensor product = graph.mulMat(
                graph.input("a", DType.F32, Shape.of(DEPTH, rows)),
                graph.input("b", DType.F32, Shape.of(DEPTH, columns)));
        Node node = Objects.requireNonNull(product.producer());
        float[] result = new float[rows * columns];
        try (ValidatedDevice opened = ValidatedDevice.open();
                CommandQueue queue = opened.device().newQueue();
                DeviceBuffer left = filled(opened.device(), queue, a);
                DeviceBuffer right = filled(opened.device(), queue, b);
                DeviceBuffer target = filled(opened.device(), queue, result)) {
            Program program = new Program(
                    "product",
                    List.of(new Program.Step(
                            node,
                            List.of(
                                    operand(node.inputs().get(0), left),
                                    operand(node.inputs().get(1), right)),
                            operand(product, target),
                            null)));
            Traits gpu = new Traits(256, 32768, false, false, false);
            List<Dispatch> dispatches = KernelTable.instance().plan(program, gpu);
            assertThat(dispatches)
                    .extracting(dispatch -> dispatch.kernel().module())
                    .containsExactly(module);
            try (VulkanExecutable executable = opened.device().record(program, dispatches)) {
                queue.execute(executable, List.of());
                queue.download(target.slice(0, target.byteSize()), MemorySegment.ofArray(result), List.of())
                        .await(Long.MAX_VALUE);
            }
        }
        for (int i = 0; i < 2000; i++) {
            int row = RANDOM.nextInt(rows);
            int column = RANDOM.nextInt(columns);
            assertThat((double) result[column * rows + row])
                    .isCloseTo(dot(a, row * DEPTH, b, column * DEPTH), within(1e-5));
        }
    }

    private static double dot(float[] a, int fromA, float[] b, int fromB) {
        double sum = 0;
        for (int k = 0; k < DEPTH; k++) {
            sum += (double) a[fromA + k] * b[fromB + k];
        }
        return sum;
    }

    private static Operand operand(Tensor tensor, DeviceBuffer buffer) {
        return Operand.of(tensor, buffer.slice(0, tensor.layout().byteExtent()));
    }

    private static DeviceBuffer filled(VulkanDevice device, CommandQueue queue, float[] values) {
        DeviceBuffer buffer = device.allocate((long) values.length * Float.BYTES, BufferUsage.ACTIVATIONS);
        queue.upload(MemorySegment.ofArray(values), buffer.slice(0, buffer.byteSize()), List.of())
                .await(Long.MAX_VALUE);
        return buffer;
    }
}
