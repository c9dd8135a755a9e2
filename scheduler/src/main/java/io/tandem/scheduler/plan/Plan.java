package io.tandem.scheduler.plan;

import io.tandem.backend.DeviceInfo;
import io.tandem.graph.Graph;
import io.tandem.graph.Node;
import io.tandem.graph.Tensor;
import java.util.ArrayList;
import java.util.List;

/**
 * How a graph runs on a list of devices: decided once, carried out any number of times. Immutable.
 *
 * @param graph the graph
 * @param placement what it was planned with
 * @param devices the devices in priority order
 * @param assignments where each tensor lives, by {@link Tensor#index()}; those of dropped nodes included, marked so
 * @param splits the nodes in the plan's order, by device
 * @param replicas one-time loads of weights on devices beyond the one where they live
 * @param commands what a run carries out, in an order that respects every dependency
 * @param memory where everything lies
 * @param counts the figures
 * @param dropped nodes that no output and no state depends on: they do not run
 * @param notes decisions worth telling, such as a shortened reordering window
 */
public record Plan(
        Graph graph,
        Placement placement,
        List<DeviceInfo> devices,
        List<Assignment> assignments,
        List<Split> splits,
        List<Transfer> replicas,
        List<Command> commands,
        MemoryPlan memory,
        Counts counts,
        List<Node> dropped,
        List<String> notes) {
    /** Copies the lists. */
    public Plan {
        devices = List.copyOf(devices);
        assignments = List.copyOf(assignments);
        splits = List.copyOf(splits);
        replicas = List.copyOf(replicas);
        commands = List.copyOf(commands);
        dropped = List.copyOf(dropped);
        notes = List.copyOf(notes);
    }

    /** This plan with other {@link #notes}. */
    public Plan withNotes(List<String> others) {
        return new Plan(
                graph, placement, devices, assignments, splits, replicas, commands, memory, counts, dropped, others);
    }

    /**
     * Where a tensor lives: the device of each tensor, leaves included.
     *
     * @throws IllegalArgumentException if the tensor is not of this plan's graph
     */
    public DeviceInfo deviceOf(Tensor tensor) {
        return devices.get(assignment(tensor).device());
    }

    /**
     * Where a tensor lives, and why.
     *
     * @throws IllegalArgumentException if the tensor is not of this plan's graph
     */
    public Assignment assignment(Tensor tensor) {
        if (!graph.contains(tensor)) {
            throw new IllegalArgumentException(tensor + " is not of this plan's graph");
        }
        return assignments.get(tensor.index());
    }

    /** The transfers between devices in each run, in the order in which they are issued. */
    public List<Transfer> copies() {
        List<Transfer> copies = new ArrayList<>();
        for (Command command : commands) {
            if (command instanceof Command.Copy copy) {
                copies.add(copy.transfer());
            }
        }
        return copies;
    }

    /** The transfers from the host in each run, in the order in which they are issued. */
    public List<Transfer> uploads() {
        List<Transfer> uploads = new ArrayList<>();
        for (Command command : commands) {
            if (command instanceof Command.Upload upload) {
                uploads.add(upload.transfer());
            }
        }
        return uploads;
    }

    /** This plan for people: devices with memory, splits, transfers, and where each tensor is and why. */
    public String explain() {
        return PlanText.of(this);
    }

    /**
     * This plan for programs: one JSON object {devices, splits: [{device, nodes, inputs}], copies, uploads, replicas, memory,
     * nodes: [{name, op, device, cause, reason, rejected}], counts, dropped, notes}, bytes as numbers.
     */
    public String toJson() {
        return PlanJson.of(this);
    }

    /** This plan as a graph in Graphviz's DOT language. */
    public String toDot() {
        return PlanDot.of(this);
    }
}
