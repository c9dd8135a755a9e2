package io.tandem.scheduler.planning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tandem.backend.BackendException;
import io.tandem.graph.Graph;
import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Tensor;
import io.tandem.graph.Weight;
import io.tandem.graph.WeightSource;
import io.tandem.scheduler.plan.Placement;
import io.tandem.scheduler.plan.Plan;
import io.tandem.scheduler.plan.PlanningOptions;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Memory budgets, shares and the limits of allocations. */
final class FittingTest {
    private static final long WEIGHT_BYTES = 4 * 64 * 64;

    private record NoBytes(long bytes) implements WeightSource {
        @Override
        public void read(long offset, MemorySegment target) {
            throw new UnsupportedOperationException("plans do not read weights");
        }
    }

    /** Sixty-four equal layers of one product each. */
    private static Graph layers() {
        GraphBuilder graph = Graph.builder();
        Tensor x = graph.input("x", DType.F32, Shape.of(64, 1));
        for (int i = 0; i < 64; i++) {
            Weight weight = Weight.of("w" + i, DType.F32, Shape.of(64, 64), new NoBytes(WEIGHT_BYTES));
            x = graph.relu(graph.mulMat(graph.weight(weight), x));
        }
        graph.output(x);
        return graph.build();
    }

    private static long weights(Plan plan, int device) {
        return plan.memory().devices().get(device).weightBytes();
    }

    @Test
    void sharesAreKeptToLessThanOneWeight() {
        Machine machine =
                Machine.of("A", "B").with(PlanningOptions.defaults().withShares(Map.of("A:0", 0.49, "B:0", 0.51)));
        Plan plan = PlanCheck.verify(machine.plan(layers()), machine.devices());

        assertThat(Math.abs(weights(plan, 0) - 0.49 * 64 * WEIGHT_BYTES)).isLessThan(WEIGHT_BYTES);
        assertThat(weights(plan, 0) + weights(plan, 1)).isEqualTo(64 * WEIGHT_BYTES);
        assertThat(plan.counts().splits()).isEqualTo(2);
    }

    @Test
    void aDeviceWithoutAShareIsAbsent() {
        Graph graph = layers();
        Plan alone = Machine.of("A").plan(graph);
        Plan shared = Machine.of("A", "B", "CPU")
                .with(PlanningOptions.defaults().withShares(Map.of("A:0", 1.0, "B:0", 0.0, "CPU:0", 0.0)))
                .plan(graph);

        assertThat(shared.assignments()).isEqualTo(alone.assignments());
        assertThat(shared.splits()).isEqualTo(alone.splits());
        assertThat(shared.commands()).isEqualTo(alone.commands());
        assertThat(shared.counts()).isEqualTo(alone.counts());
        assertThat(shared.memory().devices().getFirst().totalBytes())
                .isEqualTo(alone.memory().devices().getFirst().totalBytes());
        assertThat(shared.memory().devices().get(1).totalBytes()).isZero();
        assertThat(shared.memory().devices().get(2).totalBytes()).isZero();
    }

    @Test
    void weightsThatDoNotFitSpreadOverTheNextDevice() {
        long budget = 40 * WEIGHT_BYTES;
        Machine machine =
                Machine.of("A", "B", "CPU").with(PlanningOptions.defaults().withMemoryBudget("A:0", budget));
        Plan plan = PlanCheck.verify(machine.plan(layers()), machine.devices());

        assertThat(plan.memory().devices().getFirst().totalBytes()).isLessThanOrEqualTo(budget);
        assertThat(weights(plan, 0)).isGreaterThan(30 * WEIGHT_BYTES);
        assertThat(weights(plan, 1)).isEqualTo(64 * WEIGHT_BYTES - weights(plan, 0));
        assertThat(plan.counts().splits()).isEqualTo(2);
        assertThat(plan.notes()).anyMatch(note -> note.startsWith("Weights are spread over A:0, B:0"));
    }

    @Test
    void tooLittleMemoryIsToldPerDevice() {
        PlanningOptions options = PlanningOptions.defaults()
                .withMemoryBudget("A:0", WEIGHT_BYTES)
                .withMemoryBudget("CPU:0", WEIGHT_BYTES);
        assertThatThrownBy(() -> Machine.of("A", "CPU").with(options).plan(layers()))
                .isInstanceOfSatisfying(
                        BackendException.class,
                        e -> assertThat(e.kind()).isEqualTo(BackendException.Kind.OUT_OF_MEMORY))
                .hasMessageContaining("A:0 needs")
                .hasMessageContaining("of " + WEIGHT_BYTES + " bytes (weights " + 64 * WEIGHT_BYTES)
                .hasMessageContaining("CPU:0 needs 0");
    }

    @Test
    void arenasAreCutIntoChunksAndLargerTensorsAreRefused() {
        GraphBuilder graph = Graph.builder();
        Tensor x = graph.input("x", DType.F32, Shape.of(64, 64));
        Tensor y = graph.input("y", DType.F32, Shape.of(64, 64));
        Tensor sum = graph.add(graph.relu(x), graph.neg(y));
        graph.output(graph.add(sum, graph.mul(graph.relu(y), graph.neg(x))));
        Graph built = graph.build();

        Machine small = Machine.of().and("A", fake -> fake.maxAllocationBytes(WEIGHT_BYTES));
        Plan plan = PlanCheck.verify(small.plan(built), small.devices());
        assertThat(plan.memory().devices().getFirst().activationChunks()).hasSizeGreaterThan(1);

        Machine smaller = Machine.of().and("A", fake -> fake.maxAllocationBytes(WEIGHT_BYTES - 4));
        assertThatThrownBy(() -> smaller.plan(built))
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("takes " + WEIGHT_BYTES + " bytes")
                .hasMessageContaining("at most " + (WEIGHT_BYTES - 4));
    }

    @Test
    void weightsAreCountedAsPacked() {
        Machine machine = Machine.of().and("A", fake -> fake.packsWeights(true));
        Graph graph = layers();
        Plan plan = machine.plan(graph, Placement.priority());
        assertThat(plan.memory().devices().getFirst().locations().values())
                .anyMatch(location -> location instanceof io.tandem.scheduler.plan.Location.OfWeight weight
                        && weight.layout() != null);
    }
}
