package io.tandem.scheduler.planning;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.graph.Graph;
import io.tandem.graph.GraphBuilder;
import io.tandem.graph.State;
import io.tandem.graph.Tensor;
import io.tandem.graph.Weight;
import io.tandem.graph.WeightSource;
import io.tandem.scheduler.plan.Placement;
import io.tandem.scheduler.plan.Plan;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Plans that must come out, worked out by hand: F32 throughout, devices in priority order, sizes in bytes. */
final class TwelvePlansTest {
    private final GraphBuilder graph = Graph.builder();

    private Tensor input(String name, long... dimensions) {
        return graph.input(name, DType.F32, Shape.of(dimensions));
    }

    private Tensor indices(String name, long count) {
        return graph.input(name, DType.I64, Shape.of(count));
    }

    /** A weight that is never read in these tests: its bytes are not there. */
    private Tensor weight(String name, long... dimensions) {
        Shape shape = Shape.of(dimensions);
        return graph.weight(Weight.of(name, DType.F32, shape, new NoBytes(4 * shape.elements())));
    }

    private record NoBytes(long bytes) implements WeightSource {
        @Override
        public void read(long offset, MemorySegment target) {
            throw new UnsupportedOperationException("plans do not read weights");
        }
    }

    private static Placement pins() {
        return Placement.priority();
    }

    private static void assertPlan(Plan plan, String expected) {
        assertThat(Printed.plan(plan)).isEqualTo(expected);
    }

    @Test
    void number1HeavyWorkGoesToTheFirstDevice() {
        Tensor a = input("a", 1000, 1000);
        Tensor b = input("b", 1000, 1000);
        graph.output(graph.name("c", graph.mulMat(a, b)));

        assertPlan(Machine.of("A", "CPU").plan(graph.build()), """
                A: c
                upload a to A, 4000000
                upload b to A, 4000000
                1/0
                """);
    }

    @Test
    void number2PinsAreKeptAndSegmentsLetLanesOverlap() {
        Tensor a = input("a", 512, 512);
        Tensor b = input("b", 512, 512);
        Tensor c1 = graph.name("c1", graph.mulMat(a, b));
        Tensor d = input("d", 512, 512);
        Tensor e = input("e", 512, 512);
        Tensor c2 = graph.name("c2", graph.mulMat(d, e));
        graph.output(graph.name("r", graph.add(c1, c2)));

        Placement placement = pins().pin(c1, Machine.id("A")).pin(c2, Machine.id("B"));
        assertPlan(Machine.of("A", "B", "CPU").plan(graph.build(), placement), """
                B: c2
                A: c1 | r
                upload a to A, 1048576
                upload b to A, 1048576
                upload d to B, 1048576
                upload e to B, 1048576
                copy c2 to A, 1048576
                2/1
                """);
    }

    @Test
    void number3aLightWorkStaysTogetherOnTheFirstDevice() {
        Tensor x = input("x", 100_000);
        Tensor y = graph.name("y", graph.relu(x));
        graph.output(graph.name("s", graph.sum(y)));

        assertPlan(Machine.of("A", "B", "CPU").plan(graph.build()), """
                A: y s
                upload x to A, 400000
                1/0
                """);
    }

    @Test
    void number3bTheCpuMayComeFirst() {
        Tensor a = input("a", 512, 512);
        Tensor b = input("b", 512, 512);
        graph.output(graph.name("c", graph.mulMat(a, b)));

        Plan plan = Machine.of("CPU", "A").plan(graph.build());
        assertThat(plan.devices()).hasSize(2);
        assertPlan(plan, """
                CPU: c
                upload a to CPU, 1048576
                upload b to CPU, 1048576
                1/0
                """);
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 1023})
    void number4InterleavedChainsBecomeOneSplitEach(int length) {
        Placement placement = pins();
        Tensor a = input("x", 64);
        Tensor b = input("y", 64);
        for (int i = 0; i < length; i++) {
            a = graph.name("a" + i, graph.relu(a));
            b = graph.name("b" + i, graph.relu(b));
            placement = placement.pin(a, Machine.id("A")).pin(b, Machine.id("B"));
        }
        graph.output(graph.name("r", graph.add(a, b)));

        Plan plan = Machine.of("A", "B", "CPU").plan(graph.build(), placement);
        assertThat(plan.counts().splits()).isEqualTo(2);
        assertThat(plan.copies()).singleElement().satisfies(copy -> {
            assertThat(copy.bytes()).isEqualTo(256);
            assertThat(copy.to()).isZero();
        });
        assertThat(plan.deviceOf(plan.graph().outputs().getFirst()).id()).isEqualTo(Machine.id("A"));
        if (length == 4) {
            assertPlan(plan, """
                    B: b0 b1 b2 b3
                    A: a0 a1 a2 a3 | r
                    upload x to A, 256
                    upload y to B, 256
                    copy b3 to A, 256
                    2/1
                    """);
        }
    }

    @Test
    void number5SmallResultsComeBackFromWhereAnOperationIsSupported() {
        Tensor a = input("a", 512, 512);
        Tensor b = input("b", 512, 512);
        Tensor w2 = input("w2", 1, 512);
        Tensor mm1 = graph.name("mm1", graph.mulMat(a, b));
        Tensor softmax = graph.name("softmax", graph.softMax(mm1));
        Tensor rows = graph.name("rows", graph.sumRows(softmax));
        Tensor mm2 = graph.output(graph.name("mm2", graph.mulMat(w2, rows)));

        Placement placement = pins().pin(mm1, Machine.id("A")).pin(mm2, Machine.id("A"));
        assertPlan(Machine.of().andWithout("A", "SOFT_MAX").and("CPU").plan(graph.build(), placement), """
                A: mm1
                CPU: softmax rows
                A: mm2
                upload a to A, 1048576
                upload b to A, 1048576
                upload w2 to A, 2048
                copy mm1 to CPU, 1048576
                copy rows to A, 2048
                3/2
                """);
    }

    @Test
    void number6ATinyWeightDragsNothingToItsHome() {
        Tensor x = input("x", 512, 512);
        Tensor w1 = weight("w1", 512, 512);
        Tensor norm = weight("wn", 512);
        Tensor w2 = weight("w2", 512, 512);
        Tensor mm1 = graph.name("mm1", graph.mulMat(w1, x));
        Tensor rms = graph.name("rms", graph.rmsNorm(mm1, 1e-5f));
        Tensor mul = graph.name("mul", graph.mul(rms, norm));
        graph.output(graph.name("mm2", graph.mulMat(w2, mul)));

        Placement placement = pins().pin("w[12]", Machine.id("A")).pin(norm, Machine.id("CPU"));
        assertPlan(Machine.of("A", "CPU").plan(graph.build(), placement), """
                A: mm1 rms mul mm2
                upload x to A, 1048576
                replica of wn on A, 2048
                1/0
                """);
    }

    @Test
    void number7AHugeTableIsReadWhereItLives() {
        Tensor table = weight("emb", 256, 30_000);
        Tensor ids = indices("ids", 64);
        Tensor y = weight("y", 256, 256);
        Tensor rows = graph.name("rows", graph.getRows(table, ids));
        Tensor mm = graph.name("mm", graph.mulMat(y, rows));
        graph.output(graph.name("act", graph.relu(mm)));

        Placement placement = pins().pin(table, Machine.id("CPU"));
        assertPlan(Machine.of("A", "CPU").plan(graph.build(), placement), """
                CPU: rows
                A: mm act
                upload ids to CPU, 512
                copy rows to A, 65536
                2/1
                """);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void number8WorkOnAStateGoesToTheState(boolean writeFirst) {
        State state = State.of("cache", DType.F32, Shape.of(512, 2048));
        Tensor x = input("x", 512, 8);
        Tensor ids = indices("ids", 8);
        Tensor k = graph.name("k", graph.mulMat(weight("wk", 512, 512), x));
        Tensor q = writeFirst ? null : graph.name("q", graph.mulMat(weight("wq", 512, 512), x));
        Tensor written = graph.setRows(graph.state(state), k, ids);
        if (q == null) {
            q = graph.name("q", graph.mulMat(weight("wq", 512, 512), x));
        }
        graph.output(graph.name("scores", graph.mulMat(written, q)));

        Placement placement = pins().pin(state, Machine.id("B")).pin("w.", Machine.id("A"));
        Plan plan = Machine.of("A", "B", "CPU").plan(graph.build(), placement);
        assertThat(plan.deviceOf(k).id()).isEqualTo(Machine.id("A"));
        assertThat(plan.deviceOf(q).id()).isEqualTo(Machine.id("A"));
        assertPlan(plan, """
                A: k | q
                B: %s | scores
                upload x to A, 16384
                upload ids to B, 64
                copy k to B, 16384
                copy q to B, 16384
                2/2
                """.formatted(written.name()));
    }

    @Test
    void number9EachVersionOfAStateIsCopiedAsItIs() {
        State state = State.of("S", DType.F32, Shape.of(64, 8));
        Tensor old = graph.state(state);
        Tensor r1 = graph.output(graph.name("r1", graph.neg(old)));
        Tensor written = graph.setRows(old, input("row", 64, 1), indices("ids", 1));
        Tensor r2 = graph.output(graph.name("r2", graph.abs(written)));

        Placement placement =
                pins().pin(state, Machine.id("CPU")).pin(r1, Machine.id("A")).pin(r2, Machine.id("A"));
        assertPlan(
                Machine.of("A", "CPU").plan(graph.build(), placement), """
                CPU: %s
                A: r1 | r2
                upload row to CPU, 256
                upload ids to CPU, 8
                copy S to A, 2048
                copy %s to A, 2048
                2/2
                """.formatted(written.name(), written.name()));
    }

    @Test
    void number10ViewsOfOneTensorCostOneCopy() {
        Tensor u = input("u", 64, 64);
        Tensor t = graph.name("t", graph.abs(input("x", 64, 64)));
        Tensor b1 = graph.output(graph.name("b1", graph.mul(u, t)));
        Tensor a2 = graph.output(graph.name("a2", graph.neg(t)));
        Tensor b2 = graph.output(graph.name("b2", graph.neg(graph.reshape(t, 4096))));
        Tensor b3 = graph.output(graph.name("b3", graph.abs(t)));

        Placement placement = pins().pin(t, Machine.id("A"))
                .pin(a2, Machine.id("A"))
                .pin(b1, Machine.id("B"))
                .pin(b2, Machine.id("B"))
                .pin(b3, Machine.id("B"));
        assertPlan(Machine.of("A", "B", "CPU").plan(graph.build(), placement), """
                A: t | a2
                B: b1 b2 b3
                upload u to B, 16384
                upload x to A, 16384
                copy t to B, 16384
                2/1
                """);
    }

    @Test
    void number12PartialSumsMeetAtTheFirstDevice() {
        Tensor x = input("x", 512, 64);
        Tensor[] r = new Tensor[4];
        for (int i = 0; i < 4; i++) {
            Tensor m = graph.name("m" + i, graph.mulMat(weight("w" + i, 512, 512), x));
            r[i] = graph.name("r" + i, graph.relu(m));
        }
        Tensor s = graph.name("s1", graph.add(r[0], r[1]));
        s = graph.name("s2", graph.add(s, r[2]));
        graph.output(graph.name("s3", graph.add(s, r[3])));

        Placement placement = pins().pin("w[02]", Machine.id("A")).pin("w[13]", Machine.id("B"));
        assertPlan(Machine.of("A", "B", "CPU").plan(graph.build(), placement), """
                B: m1 r1 | m3 r3
                A: m0 r0 m2 r2 | s1 s2 | s3
                upload x to A, 131072
                copy x to B, 131072
                copy r1 to A, 131072
                copy r3 to A, 131072
                2/3
                """);
    }
}
