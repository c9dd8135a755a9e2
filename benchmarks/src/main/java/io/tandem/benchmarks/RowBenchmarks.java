package io.tandem.benchmarks;

import io.tandem.benchmarks.harness.Comparison;
import io.tandem.benchmarks.harness.Goal;
import io.tandem.benchmarks.harness.Peer;
import io.tandem.benchmarks.harness.Unit;
import io.tandem.benchmarks.peer.Ceiling;
import io.tandem.graph.Graph;
import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Tensor;
import io.tandem.op.AttentionOp;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;

/** Operations that read and write each number about once, on 4096 × 512 of them, beside copying as many bytes. */
final class RowBenchmarks {
    private static final Shape SHAPE = Shape.of(4096, 512);
    private static final Shape HEADS = Shape.of(128, 32, 512);

    private RowBenchmarks() {}

    static List<Comparison> comparisons(int threads) {
        return List.of(
                comparison("soft_max", 2, SHAPE, GraphBuilder::softMax, threads),
                comparison("rms_norm", 2, SHAPE, (graph, x) -> graph.rmsNorm(x, 1e-5f), threads),
                comparison("gelu", 2, SHAPE, GraphBuilder::gelu, threads),
                comparison("silu", 2, SHAPE, GraphBuilder::silu, threads),
                comparison("add", 3, SHAPE, (graph, x) -> graph.add(x, graph.input("y", DType.F32, SHAPE)), threads),
                comparison("rope", 2, HEADS, RowBenchmarks::rope, threads));
    }

    private static Tensor rope(GraphBuilder graph, Tensor x) {
        Tensor positions = graph.input("positions", DType.I32, Shape.of(HEADS.d2()));
        return graph.rope(x, positions, (int) HEADS.d0(), AttentionOp.RopeMode.NORMAL, 10_000);
    }

    /** An operation of one result and {@code tensors - 1} operands of one size. */
    private static Comparison comparison(
            String name, int tensors, Shape shape, BiFunction<GraphBuilder, Tensor, Tensor> operation, int threads) {
        long bytes = shape.elements() * Float.BYTES * tensors;
        return new Comparison(
                name + " 4096x512",
                false,
                Unit.GIGABYTES_PER_SECOND,
                bytes,
                () -> open(shape, operation, threads),
                new Peer.Measured(Ceiling.COPYING, () -> Ceiling.copying(bytes, threads)),
                new Goal.Ratio(0.8));
    }

    private static DeviceProgram open(Shape shape, BiFunction<GraphBuilder, Tensor, Tensor> operation, int threads) {
        GraphBuilder builder = Graph.builder();
        builder.output(operation.apply(builder, builder.input("x", DType.F32, shape)));
        Graph graph = builder.build();
        List<float[]> inputs = new ArrayList<>();
        for (Tensor input : graph.nodes().getFirst().inputs()) {
            inputs.add(values(input));
        }
        return DeviceProgram.open(CpuDevice.open(threads), graph.nodes().getFirst(), inputs.toArray(float[][]::new));
    }

    /** Whole numbers in a row for positions, random ones else. */
    static float[] values(Tensor tensor) {
        Random random = new Random(3);
        float[] values = new float[Math.toIntExact(tensor.shape().elements())];
        for (int i = 0; i < values.length; i++) {
            values[i] = tensor.type() == DType.I32 ? i : random.nextFloat(-1, 1);
        }
        return values;
    }
}
