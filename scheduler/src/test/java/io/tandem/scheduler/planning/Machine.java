package io.tandem.scheduler.planning;

import io.tandem.backend.Device;
import io.tandem.backend.DeviceKind;
import io.tandem.graph.Graph;
import io.tandem.graph.State;
import io.tandem.scheduler.plan.Placement;
import io.tandem.scheduler.plan.Plan;
import io.tandem.scheduler.plan.PlanningOptions;
import io.tandem.testkit.fake.FakeBackend;
import io.tandem.testkit.fake.FakeOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** A list of fake devices to plan for. Names are short: "A" is the device "A:0", and what is named "CPU" is one. */
final class Machine implements AutoCloseable {
    private final List<Device> devices;
    private final PlanningOptions options;

    private Machine(List<Device> devices, PlanningOptions options) {
        this.devices = devices;
        this.options = options;
    }

    /** Devices in priority order. */
    static Machine of(String... names) {
        return new Machine(List.of(), PlanningOptions.defaults()).and(names);
    }

    /** The id of a device by its short name. */
    static String id(String name) {
        return name + ":0";
    }

    /** This machine with further devices at the end. */
    Machine and(String... names) {
        Machine machine = this;
        for (String name : names) {
            machine = machine.and(name, fake -> fake);
        }
        return machine;
    }

    /** This machine with a further device that lacks some operations. */
    Machine andWithout(String name, String... operations) {
        Set<String> lacking = Set.of(operations);
        return and(
                name,
                fake -> fake.refusing(node -> lacking.contains(node.op().name())
                        ? Optional.of("no kernel for " + node.op().name())
                        : Optional.empty()));
    }

    /** This machine with a further device as described. */
    Machine and(String name, UnaryOperator<FakeOptions> description) {
        DeviceKind kind = name.startsWith("CPU") ? DeviceKind.CPU : DeviceKind.GPU;
        FakeBackend backend =
                description.apply(FakeBackend.named(name).kind(kind)).create();
        List<Device> more = new ArrayList<>(devices);
        more.add(backend.open(backend.device(0).info(), Map.of()));
        return new Machine(more, options);
    }

    /** This machine with other options. */
    Machine with(PlanningOptions others) {
        return new Machine(devices, others);
    }

    List<Device> devices() {
        return devices;
    }

    Plan plan(Graph graph) {
        return plan(graph, Placement.priority());
    }

    Plan plan(Graph graph, Placement placement) {
        return plan(graph, placement, Map.of());
    }

    Plan plan(Graph graph, Placement placement, Map<State, String> stateHomes) {
        return new Planner(devices, options).plan(graph, placement, stateHomes);
    }

    @Override
    public void close() {
        devices.forEach(Device::close);
    }
}
