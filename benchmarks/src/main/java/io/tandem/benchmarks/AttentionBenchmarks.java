package io.tandem.benchmarks;

import io.tandem.benchmarks.harness.Comparison;
import io.tandem.benchmarks.harness.Goal;
import io.tandem.benchmarks.harness.Peer;
import io.tandem.benchmarks.harness.Unit;
import io.tandem.graph.Graph;
import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Tensor;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.util.List;

/** FLASH_ATTN_EXT with 8 heads of 128 numbers and 4096 keys and values in F16, beside ggml's published figures. */
final class AttentionBenchmarks {
    private static final int HEAD = 128;
    private static final int HEADS = 8;
    private static final int KEYS = 4096;

    private AttentionBenchmarks() {}

    /** ggml's figure for one query is of two threads; the one for 512 queries of shorter Q8_0 keys, as there is no other. */
    static List<Comparison> comparisons(int threads) {
        return List.of(comparison(1, 32, threads), comparison(512, 20, threads));
    }

    private static Comparison comparison(int queries, double published, int threads) {
        return new Comparison(
                "flash_attn_ext f16, " + queries + (queries == 1 ? " query" : " queries"),
                false,
                Unit.GIGAFLOPS,
                4.0 * HEAD * HEADS * KEYS * queries,
                () -> open(queries, threads),
                new Peer.Published("ggml 0.21", published),
                new Goal.Ratio(2));
    }

    private static DeviceProgram open(int queries, int threads) {
        GraphBuilder graph = Graph.builder();
        Tensor q = graph.input("q", DType.F32, Shape.of(HEAD, queries, HEADS));
        Tensor k = graph.input("k", DType.F16, Shape.of(HEAD, KEYS, HEADS));
        Tensor v = graph.input("v", DType.F16, Shape.of(HEAD, KEYS, HEADS));
        graph.output(graph.flashAttnExt(q, k, v, (float) (1 / Math.sqrt(HEAD))));
        return DeviceProgram.open(
                CpuDevice.open(threads),
                graph.build().nodes().getFirst(),
                RowBenchmarks.values(q),
                RowBenchmarks.values(k),
                RowBenchmarks.values(v));
    }
}
