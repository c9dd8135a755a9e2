package io.tandem.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.tandem.backend.BackendException;
import io.tandem.backend.BackendProvider;
import io.tandem.backend.Device;
import io.tandem.backend.DeviceInfo;
import io.tandem.backend.Discovery;
import io.tandem.backend.Support;
import io.tandem.graph.Node;
import io.tandem.graph.Tensor;
import io.tandem.scheduler.Devices;
import io.tandem.scheduler.Inputs;
import io.tandem.scheduler.Run;
import io.tandem.scheduler.Scheduler;
import io.tandem.scheduler.Session;
import io.tandem.scheduler.plan.Placement;
import io.tandem.testkit.fuzz.RandomGraph;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

/** Random graphs on every ordered pair of real devices, GPUs among them, compute what the reference computes. */
class RandomGraphsOnGpusTest {
    private static final int GRAPHS = Boolean.getBoolean("tandem.long") ? 1000 : 200;
    private static final int NODES = 16;
    private static final String LOGICAL_DEVICES = "logicalDevices";
    private static final Map<String, String> OPTIONS = Map.of("vulkan." + LOGICAL_DEVICES, "2", "cpu.threads", "1");
    private static final List<String> IDS = List.of("vulkan:0", "vulkan:0/1", "opencl:0", "cpu:0");

    private final Map<String, Device> open = new HashMap<>();
    private int onGpus;

    @Test
    void everyOrderedPairComputesWhatTheReferenceDoes() {
        try (Devices devices = Devices.discover(OPTIONS)) {
            List<String> ids = devices.list().stream().map(DeviceInfo::id).toList();
            assumeThat(ids).as("%s", devices.unavailable()).containsAll(IDS);
            openForQuestions();
            List<List<String>> pairs = pairs();
            for (int seed = 0; seed < GRAPHS; seed++) {
                List<String> pair = pairs.get(seed % pairs.size());
                try (Scheduler scheduler = Scheduler.of(devices.select(String.join(",", pair)))) {
                    verify(scheduler, pair, seed);
                } catch (AssertionError | RuntimeException failure) {
                    throw new AssertionError("seed " + seed + " on " + pair + ": " + failure, failure);
                }
            }
        } finally {
            open.values().forEach(Device::close);
        }
        assertThat(onGpus).isGreaterThan(GRAPHS);
    }

    private static List<List<String>> pairs() {
        List<List<String>> pairs = new ArrayList<>();
        for (String first : IDS) {
            for (String second : IDS) {
                if (!first.equals(second)) {
                    pairs.add(List.of(first, second));
                }
            }
        }
        return pairs;
    }

    /** Handles that are asked what they support, and run nothing. */
    private void openForQuestions() {
        for (BackendProvider provider : ServiceLoader.load(BackendProvider.class)) {
            Map<String, String> options = provider.name().equals("vulkan") ? Map.of(LOGICAL_DEVICES, "2") : Map.of();
            if (provider.discover(options) instanceof Discovery.Found found) {
                for (DeviceInfo info : found.devices()) {
                    if (IDS.contains(info.id())) {
                        open.put(info.id(), provider.open(info, options));
                    }
                }
            }
        }
    }

    private void verify(Scheduler scheduler, List<String> pair, int seed) {
        RandomGraph random = RandomGraph.of(seed, NODES, RandomGraph.Outputs.ALL);
        Placement placement = pins(pair, seed, random);
        if (random.failure().isPresent()) {
            assertThatThrownBy(() -> run(scheduler, random, placement))
                    .isInstanceOfSatisfying(
                            BackendException.class,
                            failure -> assertThat(failure.kind())
                                    .isEqualTo(random.failure().orElseThrow()));
        } else {
            random.check(run(scheduler, random, placement)::get);
        }
    }

    /** Any of the two devices for each result that it can compute. */
    private Placement pins(List<String> pair, int seed, RandomGraph random) {
        Random choice = new Random(seed);
        Placement placement = Placement.priority();
        for (Tensor tensor : random.computed()) {
            String id = pair.get(choice.nextInt(pair.size()));
            Node node = tensor.producer();
            if (open.get(id).supports(node) instanceof Support.Yes) {
                placement = placement.pin(tensor, id);
                onGpus += id.startsWith("cpu") ? 0 : 1;
            }
        }
        return placement;
    }

    private static Map<Tensor, MemorySegment> run(Scheduler scheduler, RandomGraph random, Placement placement) {
        Inputs inputs = Inputs.none();
        for (Map.Entry<Tensor, MemorySegment> input : random.contents().entrySet()) {
            inputs = inputs.and(input.getKey(), input.getValue());
        }
        Map<Tensor, MemorySegment> results = new HashMap<>();
        try (Session session = scheduler.open()) {
            Run run = session.run(scheduler.plan(random.graph(), placement), inputs);
            for (Tensor output : random.outputs()) {
                MemorySegment bytes = MemorySegment.ofArray(
                        new byte[Math.toIntExact(output.layout().byteExtent())]);
                run.read(output, bytes);
                results.put(output, bytes);
            }
        }
        return results;
    }
}
