package io.tandem.scheduler.planning.assign;

import io.tandem.graph.State;
import io.tandem.graph.Tensor;
import io.tandem.scheduler.planning.work.LiveGraph;
import io.tandem.scheduler.planning.work.SupportTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Decides where each state lives: with all its versions and writers. */
public final class StateHomes {
    private final Terrain terrain;
    private final LiveGraph graph;
    private final SupportTable support;
    private final Findings findings;
    private final Map<State, Group> groups = new LinkedHashMap<>();

    /** What has to be together. */
    private record Group(State state, List<Integer> versions, List<Integer> writers) {}

    private StateHomes(Terrain terrain, Findings findings) {
        this.terrain = terrain;
        this.graph = terrain.graph();
        this.support = terrain.support();
        this.findings = findings;
    }

    /** Settles all states in the terrain; {@code known} has the device ids of those that live somewhere already. */
    public static void decide(Terrain terrain, Map<State, String> known, Findings findings) {
        StateHomes homes = new StateHomes(terrain, findings);
        homes.collect();
        if (!homes.groups.isEmpty()) {
            homes.settleGiven(known);
            homes.settleOthers();
        }
    }

    private void collect() {
        if (graph.graph().states().isEmpty()) {
            return;
        }
        for (Tensor tensor : graph.graph().tensors()) {
            State state = tensor.state();
            if (state != null && graph.isNeeded(tensor.index())) {
                Group group = groups.computeIfAbsent(
                        state, missing -> new Group(state, new ArrayList<>(), new ArrayList<>()));
                group.versions().add(tensor.index());
                if (graph.producer(tensor.index()) != LiveGraph.NONE) {
                    group.writers().add(graph.producer(tensor.index()));
                }
            }
        }
    }

    private void settleGiven(Map<State, String> known) {
        for (Group group : groups.values()) {
            int pin = terrain.pins().device(group.versions().getFirst());
            String id = known.get(group.state());
            int home = id == null ? LiveGraph.NONE : number(id);
            if (id != null && home == LiveGraph.NONE) {
                findings.problem("State " + group.state().name() + " lives on " + id
                        + " since an earlier plan, which is not among the devices");
            } else if (pin != LiveGraph.NONE && home != LiveGraph.NONE && pin != home) {
                findings.problem("State " + group.state().name() + " lives on " + id
                        + " since an earlier plan, but is pinned to "
                        + support.info(pin).id() + ": migrate it");
            } else if (pin != LiveGraph.NONE || home != LiveGraph.NONE) {
                settle(
                        group,
                        pin != LiveGraph.NONE ? pin : home,
                        pin != LiveGraph.NONE ? "is pinned to " : "lives on ");
            }
        }
    }

    private int number(String id) {
        for (int device = 0; device < support.deviceCount(); device++) {
            if (support.isPresent(device) && support.info(device).id().equals(id)) {
                return device;
            }
        }
        return LiveGraph.NONE;
    }

    private void settle(Group group, int device, String how) {
        for (int writer : group.writers()) {
            if (!support.supports(writer, device)) {
                findings.problem("State " + group.state().name() + " " + how
                        + support.info(device).id()
                        + ", which cannot run " + graph.node(writer) + " ("
                        + graph.node(writer).name() + "): "
                        + support.refusal(writer, device));
            }
        }
        group.versions().forEach(version -> terrain.settle(version, device));
    }

    private void settleOthers() {
        List<Group> open = groups.values().stream()
                .filter(group -> terrain.home(group.versions().getFirst()) == LiveGraph.NONE)
                .toList();
        if (open.isEmpty()) {
            return;
        }
        Leaning leaning = Leaning.of(terrain);
        int[] chosen = open.stream().mapToInt(group -> choose(group, leaning)).toArray();
        for (int i = 0; i < chosen.length; i++) {
            if (chosen[i] != LiveGraph.NONE) {
                settle(open.get(i), chosen[i], "lives on ");
            }
        }
    }

    /** The device with the most bytes of what is written or read together with the state, else the first possible one. */
    private int choose(Group group, Leaning leaning) {
        long[] bytes = new long[support.deviceCount()];
        List<Integer> partners = group.writers().isEmpty() ? readers(group) : group.writers();
        partners.forEach(node -> weigh(node, group.state(), leaning, bytes));
        int best = LiveGraph.NONE;
        for (int device = 0; device < bytes.length; device++) {
            boolean possible = support.isPresent(device) && supportsAll(group.writers(), device);
            if (possible && (best == LiveGraph.NONE || bytes[device] > bytes[best])) {
                best = device;
            }
        }
        if (best == LiveGraph.NONE) {
            findings.problem(nowhere(group));
        }
        return best;
    }

    private List<Integer> readers(Group group) {
        List<Integer> readers = new ArrayList<>();
        for (int version : group.versions()) {
            for (int use = graph.firstUse(version); use < graph.firstUse(version + 1); use++) {
                readers.add(graph.readNode(graph.useRead(use)));
            }
        }
        return readers;
    }

    private void weigh(int node, State state, Leaning leaning, long[] bytes) {
        for (int read = graph.firstRead(node); read < graph.firstRead(node + 1); read++) {
            int storage = graph.readStorage(read);
            int device = leaning.storage(storage);
            if (device != LiveGraph.NONE && graph.state(storage) != state) {
                bytes[device] += graph.readTo(read) - graph.readFrom(read);
            }
        }
    }

    private boolean supportsAll(List<Integer> nodes, int device) {
        return nodes.stream().allMatch(node -> support.supports(node, device));
    }

    private String nowhere(Group group) {
        StringBuilder text = new StringBuilder("State " + group.state().name() + " has no home:");
        for (int device = 0; device < support.deviceCount(); device++) {
            for (int writer : group.writers()) {
                if (!support.supports(writer, device)) {
                    text.append(' ')
                            .append(support.info(device).id())
                            .append(" cannot run ")
                            .append(graph.node(writer));
                    text.append(" (").append(support.refusal(writer, device)).append(");");
                    break;
                }
            }
        }
        return text.substring(0, text.length() - 1);
    }
}
