package io.tandem.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tandem.backend.BackendException;
import io.tandem.backend.BackendProvider;
import io.tandem.backend.cpu.CpuBackendProvider;
import io.tandem.graph.Tensor;
import io.tandem.op.Op;
import io.tandem.scheduler.plan.Placement;
import io.tandem.scheduler.plan.Plan;
import io.tandem.testkit.fake.FakeBackend;
import io.tandem.testkit.fuzz.RandomGraph;
import io.tandem.testkit.reference.ReferenceBackend;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Random graphs over every operation: a mistake is refused with its reason, and whatever is built computes what the
 * reference computes, for every ordered pair of backends.
 */
class GraphFuzzTest {
    private static final int GRAPHS = Boolean.getBoolean("tandem.long") ? 1000 : 200;
    private static final int NODES = 24;
    private static final List<List<String>> PAIRS = List.of(
            List.of("cpu:0", "fake:0"),
            List.of("fake:0", "cpu:0"),
            List.of("cpu:0", "reference:0"),
            List.of("reference:0", "cpu:0"),
            List.of("fake:0", "reference:0"),
            List.of("reference:0", "fake:0"));

    @Test
    void everyOrderedPairOfBackendsComputesWhatTheReferenceDoes() {
        Set<String> operations = new TreeSet<>();
        List<BackendProvider> providers = List.of(
                new CpuBackendProvider(),
                FakeBackend.named("fake").packsWeights(true).create(),
                new ReferenceBackend());
        int refusals = 0;
        try (Devices vectors = Devices.of(providers, Map.of("cpu.threads", "1"));
                Devices scalars = Devices.of(providers, Map.of("cpu.threads", "2", "cpu.kernels", "scalar"))) {
            for (long seed = 0; seed < GRAPHS; seed++) {
                try {
                    RandomGraph every = RandomGraph.of(seed, NODES, RandomGraph.Outputs.ALL);
                    operations.addAll(every.operations());
                    refusals += every.refusals();
                    for (List<String> pair : PAIRS) {
                        verify(seed % 2 == 0 ? vectors : scalars, pair, seed, every);
                    }
                } catch (AssertionError | RuntimeException failure) {
                    throw new AssertionError("seed " + seed + ": " + failure, failure);
                }
            }
        }
        assertThat(operations)
                .containsExactlyElementsOf(new TreeSet<>(allOperations(Op.class).toList()));
        assertThat(refusals).isGreaterThan(10 * GRAPHS);
    }

    private static Stream<String> allOperations(Class<? extends Op> type) {
        return type.isSealed()
                ? Arrays.stream(type.getPermittedSubclasses()).flatMap(part -> allOperations(part.asSubclass(Op.class)))
                : Stream.of(Op.nameOf(type));
    }

    private static void verify(Devices devices, List<String> pair, long seed, RandomGraph every) {
        try (Scheduler scheduler = Scheduler.of(devices.select(String.join(",", pair)))) {
            if (every.failure().isPresent()) {
                assertThatThrownBy(() -> run(scheduler, pair, seed, every))
                        .isInstanceOfSatisfying(
                                BackendException.class,
                                failure -> assertThat(failure.kind())
                                        .isEqualTo(every.failure().orElseThrow()));
                return;
            }
            Map<Integer, MemorySegment> results = run(scheduler, pair, seed, every);
            every.check(tensor -> results.get(tensor.index()));
            if (!pair.contains("cpu:0")) {
                every.expected().forEach((tensor, bytes) -> assertSame(pair, tensor, bytes, results));
            }
            if (pair.equals(PAIRS.get((int) (seed % PAIRS.size())))) {
                verifyWithReuse(scheduler, pair, seed, results);
            }
        } catch (AssertionError | RuntimeException failure) {
            throw new AssertionError(pair + ": " + failure, failure);
        }
    }

    /** Where only the last results are read, memory is used again for others, and they are the same. */
    private static void verifyWithReuse(
            Scheduler scheduler, List<String> pair, long seed, Map<Integer, MemorySegment> results) {
        RandomGraph ends = RandomGraph.of(seed, NODES, RandomGraph.Outputs.ENDS);
        Map<Integer, MemorySegment> last = run(scheduler, pair, seed, ends);
        ends.outputs().forEach(tensor -> assertSame(pair, tensor, last.get(tensor.index()), results));
    }

    private static void assertSame(
            List<String> pair, Tensor tensor, MemorySegment bytes, Map<Integer, MemorySegment> results) {
        assertThat(bytes.mismatch(results.get(tensor.index())))
                .as("%s: byte at which %s differs", pair, tensor)
                .isEqualTo(-1);
    }

    /** The bytes of each output, by the tensor's index. */
    private static Map<Integer, MemorySegment> run(
            Scheduler scheduler, List<String> pair, long seed, RandomGraph random) {
        Plan plan = scheduler.plan(random.graph(), pins(pair, seed, random));
        Inputs inputs = Inputs.none();
        for (Map.Entry<Tensor, MemorySegment> input : random.contents().entrySet()) {
            inputs = inputs.and(input.getKey(), input.getValue());
        }
        Map<Integer, MemorySegment> results = new HashMap<>();
        try (Session session = scheduler.open()) {
            Run run = session.run(plan, inputs);
            for (Tensor output : random.outputs()) {
                MemorySegment bytes = MemorySegment.ofArray(
                        new byte[Math.toIntExact(output.layout().byteExtent())]);
                run.read(output, bytes);
                results.put(output.index(), bytes);
            }
        }
        return results;
    }

    /** A device for each node and each state, the same for both kinds of outputs. */
    private static Placement pins(List<String> pair, long seed, RandomGraph random) {
        Random choice = new Random(seed);
        Placement placement = Placement.priority();
        for (Tensor tensor : random.computed()) {
            placement = placement.pin(tensor, pair.get(choice.nextInt(pair.size())));
        }
        return placement;
    }
}
