package io.tandem.scheduler.planning;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.graph.Graph;
import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Tensor;
import io.tandem.graph.Weight;
import io.tandem.graph.WeightSource;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The model of ggml's scheduler gives what was measured on ggml itself. */
final class GgmlSchedulerTest {
    private final GraphBuilder graph = Graph.builder();
    private final Map<Tensor, Integer> buffers = new HashMap<>();
    private final Map<Tensor, Integer> pins = new HashMap<>();

    private Tensor input(String name, long... dimensions) {
        return graph.input(name, DType.F32, Shape.of(dimensions));
    }

    private record NoBytes(long bytes) implements WeightSource {
        @Override
        public void read(long offset, MemorySegment target) {
            throw new UnsupportedOperationException("plans do not read weights");
        }
    }

    private Tensor pinned(Tensor tensor, int device) {
        pins.put(tensor, device);
        return tensor;
    }

    private GgmlScheduler.Result schedule(Set<Tensor> marked, String... devices) {
        return GgmlScheduler.schedule(Machine.of(devices).devices(), graph.build(), List.of(), buffers, pins, marked);
    }

    private static void assertCounts(GgmlScheduler.Result result, int splits, int copies) {
        assertThat(result.splits()).isEqualTo(splits);
        assertThat(result.copies()).isEqualTo(copies);
    }

    @Test
    void markedInputsPullAProductToTheCpu() {
        Tensor a = input("a", 1000, 1000);
        Tensor b = input("b", 1000, 1000);
        Tensor c = graph.output(graph.mulMat(a, b));
        GgmlScheduler.Result result = schedule(Set.of(a, b), "A", "CPU");
        assertCounts(result, 1, 0);
        assertThat(result.backend().get(c.index())).isEqualTo(1);
    }

    @Test
    void interleavedChainsAlternate() {
        Tensor a = input("x", 64);
        Tensor b = input("y", 64);
        for (int i = 0; i < 4; i++) {
            a = pinned(graph.relu(a), 0);
            b = pinned(graph.relu(b), 1);
        }
        graph.output(graph.add(a, b));
        assertCounts(schedule(Set.of(), "A", "B", "CPU"), 8, 1);
    }

    @Test
    void eachViewIsCopiedByItself() {
        Tensor u = input("u", 64, 64);
        Tensor t = pinned(graph.abs(input("x", 64, 64)), 0);
        graph.output(pinned(graph.mul(u, t), 1));
        graph.output(pinned(graph.neg(t), 0));
        graph.output(pinned(graph.neg(graph.reshape(t, 4096)), 1));
        graph.output(pinned(graph.abs(t), 1));
        assertCounts(schedule(Set.of(), "A", "B", "CPU"), 4, 2);
    }

    @Test
    void partialSumsCrossFourTimes() {
        Tensor x = input("x", 512, 64);
        Tensor sum = null;
        for (int i = 0; i < 4; i++) {
            Weight weight = Weight.of("w" + i, DType.F32, Shape.of(512, 512), new NoBytes(4 * 512 * 512));
            buffers.put(graph.weight(weight), i % 2);
            Tensor part = graph.relu(graph.mulMat(graph.weight(weight), x));
            sum = sum == null ? part : graph.add(sum, part);
        }
        graph.output(sum);
        assertCounts(schedule(Set.of(), "A", "B", "CPU"), 4, 4);
    }
}
