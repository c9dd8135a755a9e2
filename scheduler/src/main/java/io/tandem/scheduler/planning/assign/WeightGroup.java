package io.tandem.scheduler.planning.assign;

import io.tandem.scheduler.planning.work.LiveGraph;
import java.util.ArrayList;
import java.util.List;

/**
 * Weights that stay together: those that are first read in one scope. A weight that is read outside of any scope is a group
 * by itself.
 *
 * @param storages the weights
 * @param bytes their bytes
 */
record WeightGroup(List<Integer> storages, long bytes) {
    /** The groups in the order of the nodes that read them first. */
    static List<WeightGroup> of(LiveGraph graph) {
        List<WeightGroup> groups = new ArrayList<>();
        boolean[] seen = new boolean[graph.tensorCount()];
        String lastScope = "";
        List<Integer> open = new ArrayList<>();
        for (int node = 0; node < graph.nodeCount(); node++) {
            String scope = scope(graph.node(node).name());
            for (int read = graph.firstRead(node); read < graph.firstRead(node + 1); read++) {
                int storage = graph.readStorage(read);
                if (!graph.isWeight(storage) || seen[storage]) {
                    continue;
                }
                seen[storage] = true;
                if (!open.isEmpty() && (scope.isEmpty() || !scope.equals(lastScope))) {
                    groups.add(of(graph, open));
                    open = new ArrayList<>();
                }
                open.add(storage);
                lastScope = scope;
            }
        }
        if (!open.isEmpty()) {
            groups.add(of(graph, open));
        }
        return groups;
    }

    private static WeightGroup of(LiveGraph graph, List<Integer> storages) {
        return new WeightGroup(
                storages, storages.stream().mapToLong(graph::bytes).sum());
    }

    private static String scope(String name) {
        return name.substring(0, Math.max(0, name.lastIndexOf('.')));
    }

    /** This group but for some storages. */
    WeightGroup without(LiveGraph graph, List<Integer> others) {
        return of(
                graph,
                storages.stream().filter(storage -> !others.contains(storage)).toList());
    }
}
