package io.tandem.backend.opencl;

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

/** The kernels that only GPUs are given, on whatever device there is; all their constants are built in. */
class OpenClTilesTest {
    private static final SplittableRandom RANDOM = new SplittableRandom(7);

    private static float[] random(int count) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) RANDOM.nextDouble(-1, 1);
        }
        return values;
    }

    @ParameterizedTest
    @CsvSource({
        "21, 1530, 1533, F32, false, matmul_large",
        "21, 800, 650, F32, false, matmul_medium",
        "24, 1530, 1533, F32, false, matmul_large",
        "40, 800, 650, F32, false, matmul_medium",
        "21, 300, 7, F32, true, matvec_subgroups",
        "200, 30, 1, F32, true, matvec_subgroups",
        "75, 30, 3, F16, true, matvec_subgroups",
        "96, 4098, 1, Q4_0, true, matvec_subgroups",
        "96, 4098, 1, Q5_1, true, matvec_subgroups",
        "96, 4098, 1, Q8_0, true, matvec_subgroups",
        "512, 30, 2, Q4_K, true, matvec_subgroups",
        "512, 30, 1, Q5_K, true, matvec_subgroups",
        "512, 30, 1, Q6_K, true, matvec_subgroups",
        "256, 30, 1, IQ4_NL, true, matvec_subgroups",
        "100, 70, 90, F16, true, matmul_units_medium",
        "64, 130, 65, Q8_0, true, matmul_units_medium",
        "40, 1530, 1533, F16, true, matmul_units_large",
        "32, 1531, 1533, Q8_0, true, matmul_units_large",
    })
    void productsByEachTile(int depth, int rows, int columns, DType type, boolean units, String module) {
        GraphBuilder graph = Graph.builder();
        Tensor product = graph.mulMat(
                graph.input("a", type, Shape.of(depth, rows)), graph.input("b", DType.F32, Shape.of(depth, columns)));
        Node node = Objects.requireNonNull(product.producer());
        float[] a = random(depth * rows);
        float[] b = random(depth * columns);
        byte[] encoded =
                new byte[Math.toIntExact(node.inputs().getFirst().layout().byteExtent())];
        type.codec().encode(a, 0, MemorySegment.ofArray(encoded), 0, a.length);
        type.codec().decode(MemorySegment.ofArray(encoded), 0, a, 0, a.length);
        float[] result = new float[rows * columns];
        try (OpenClDevice device = TestDevice.open();
                CommandQueue queue = device.newQueue();
                DeviceBuffer left = filled(device, queue, MemorySegment.ofArray(encoded));
                DeviceBuffer right = filled(device, queue, MemorySegment.ofArray(b));
                DeviceBuffer target = filled(device, queue, MemorySegment.ofArray(result))) {
            Program program = new Program(
                    "product",
                    List.of(new Program.Step(
                            node,
                            List.of(
                                    operand(node.inputs().get(0), left),
                                    operand(node.inputs().get(1), right)),
                            operand(product, target),
                            null)));
            Traits gpu = new Traits(256, 48 << 10, units, units, false);
            List<Dispatch> dispatches = KernelTable.instance().plan(program, gpu);
            assertThat(dispatches)
                    .extracting(dispatch -> dispatch.kernel().module())
                    .containsExactly(module);
            try (OpenClExecutable executable = device.prepare(program, dispatches)) {
                queue.execute(executable, List.of());
                queue.download(target.slice(0, target.byteSize()), MemorySegment.ofArray(result), List.of())
                        .await(Long.MAX_VALUE);
            }
        }
        double bound = module.contains("units") ? 2e-3 : 1e-5;
        for (int i = 0; i < 2000; i++) {
            int row = RANDOM.nextInt(rows);
            int column = RANDOM.nextInt(columns);
            assertThat((double) result[column * rows + row])
                    .isCloseTo(dot(a, row * depth, b, column * depth, depth), within(bound * Math.sqrt(depth)));
        }
    }

    private static double dot(float[] a, int fromA, float[] b, int fromB, int depth) {
        double sum = 0;
        for (int k = 0; k < depth; k++) {
            sum += (double) a[fromA + k] * b[fromB + k];
        }
        return sum;
    }

    private static Operand operand(Tensor tensor, DeviceBuffer buffer) {
        return Operand.of(tensor, buffer.slice(0, tensor.layout().byteExtent()));
    }

    private static DeviceBuffer filled(OpenClDevice device, CommandQueue queue, MemorySegment bytes) {
        DeviceBuffer buffer = device.allocate(bytes.byteSize(), BufferUsage.ACTIVATIONS);
        queue.upload(bytes, buffer.slice(0, buffer.byteSize()), List.of()).await(Long.MAX_VALUE);
        return buffer;
    }
}
