package io.tandem.testkit.conformance;

import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.tandem.backend.BackendProvider;
import io.tandem.backend.Device;
import io.tandem.backend.DeviceInfo;
import io.tandem.backend.Discovery;
import io.tandem.backend.Support;
import io.tandem.graph.Node;
import io.tandem.testkit.reference.ReferenceBackend;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/**
 * What every backend must do. A backend joins with a class of a few lines:
 *
 * <pre>{@code
 * class CpuConformanceTest extends ConformanceSuite {
 *     @Override
 *     public BackendProvider provider() {
 *         return new CpuBackend();
 *     }
 * }
 * }</pre>
 *
 * <p>Every case of {@link OpCases} runs on the device and is compared with the double-precision reference; the contracts of
 * the SPI are checked beside them. A backend that is unavailable on this machine skips the suite with its reason. The cases
 * end with one line on standard output: {@code conformance: N cases executed, M unsupported on ID}.
 */
@TestInstance(Lifecycle.PER_CLASS)
public abstract class ConformanceSuite
        implements DeviceContract, MemoryContract, QueueContract, TransferContract, ProgramContract, ChainContract {
    private final AtomicInteger executed = new AtomicInteger();
    private final Map<String, Integer> unsupported = new TreeMap<>();
    private Optional<Device> device = Optional.empty();
    private Optional<Device> reference = Optional.empty();

    /** For the class of a backend. */
    protected ConformanceSuite() {}

    @Override
    public abstract BackendProvider provider();

    /** The options that devices are found and opened with: none if not overridden. */
    @Override
    public Map<String, String> options() {
        return Map.of();
    }

    /** The device to test: the first one that is found if not overridden. */
    protected DeviceInfo choose(List<DeviceInfo> devices) {
        return devices.getFirst();
    }

    /**
     * Whether the backend promises to run the node: a case of such a node fails where the device says no. Everything if not
     * overridden.
     */
    protected boolean mustSupport(Node node) {
        return true;
    }

    /** Whether to run a case: all of them if not overridden. A backend that leaves cases out says why beside it. */
    protected boolean includes(OpCase opCase) {
        return true;
    }

    @Override
    public final Device device() {
        return device.orElseThrow();
    }

    @BeforeAll
    final void openDevices() {
        switch (provider().discover(options())) {
            case Discovery.Unavailable(String reason) ->
                Assumptions.abort(provider().name() + " is unavailable: " + reason);
            case Discovery.Found(List<DeviceInfo> devices, List<Discovery.Refused> refused) -> {
                Assumptions.assumeFalse(devices.isEmpty(), () -> provider().name() + " has no device: " + refused);
                device = Optional.of(provider().open(choose(devices), options()));
            }
        }
        ReferenceBackend backend = new ReferenceBackend();
        if (backend.discover(Map.of()) instanceof Discovery.Found found) {
            reference = Optional.of(backend.open(found.devices().getFirst(), Map.of()));
        }
    }

    @AfterAll
    final void closeDevices() {
        device.ifPresent(Device::close);
        reference.ifPresent(Device::close);
    }

    /** Every case in a container of its family, then the sums. */
    @TestFactory
    final Stream<DynamicNode> operations() {
        Map<String, List<OpCase>> families = OpCases.all().stream()
                .filter(this::includes)
                .collect(Collectors.groupingBy(OpCase::family, TreeMap::new, Collectors.toList()));
        Stream<DynamicNode> tests = families.entrySet().stream()
                .map(family -> dynamicContainer(
                        family.getKey(), family.getValue().stream().flatMap(this::test)));
        return Stream.concat(tests, Stream.of(dynamicTest("sums", this::report)));
    }

    /** The test of a case; none where the device does not support it and need not. */
    private Stream<DynamicNode> test(OpCase opCase) {
        Trial trial = opCase.build();
        for (Node node : trial.steps()) {
            if (device().supports(node) instanceof Support.No(String reason)) {
                unsupported.merge(node.op().name(), 1, Integer::sum);
                return mustSupport(node)
                        ? Stream.of(dynamicTest(
                                opCase.name(), () -> Assertions.fail(node + " must be supported, but: " + reason)))
                        : Stream.empty();
            }
        }
        return Stream.of(dynamicTest(opCase.name(), () -> check(trial)));
    }

    private void check(Trial trial) {
        executed.incrementAndGet();
        TrialRun.check(device(), reference.orElseThrow(), trial);
    }

    private void report() {
        int refused = unsupported.values().stream().mapToInt(Integer::intValue).sum();
        System.out.println("conformance: " + executed + " cases executed, " + refused + " unsupported on "
                + device().info().id() + (refused == 0 ? "" : " " + unsupported));
        Assertions.assertTrue(executed.get() > 0, "No case was executed");
    }
}
