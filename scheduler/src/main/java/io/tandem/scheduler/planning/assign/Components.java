package io.tandem.scheduler.planning.assign;

import io.tandem.scheduler.planning.work.LiveGraph;
import io.tandem.scheduler.planning.work.SupportTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Groups the free nodes that share storages, so that each group can be placed by itself. */
final class Components {
    private final Terrain terrain;
    private final LiveGraph graph;
    private final Anchors anchors;
    private final int[] parent;
    private @Nullable Set<Integer> used;

    private Components(Terrain terrain, Anchors anchors) {
        this.terrain = terrain;
        this.graph = terrain.graph();
        this.anchors = anchors;
        this.parent = new int[graph.nodeCount()];
        for (int node = 0; node < parent.length; node++) {
            parent[node] = node;
        }
    }

    static List<Component> of(Terrain terrain, Anchors anchors) {
        Components components = new Components(terrain, anchors);
        components.unite();
        return components.list();
    }

    private void unite() {
        for (int storage = 0; storage < graph.tensorCount(); storage++) {
            int some = firstFree(storage);
            if (some == LiveGraph.NONE || graph.isWeight(storage)) {
                continue;
            }
            for (int use = graph.firstUse(storage); use < graph.firstUse(storage + 1); use++) {
                int reader = graph.readNode(graph.useRead(use));
                if (isFree(reader)) {
                    join(some, reader);
                }
            }
        }
    }

    private int firstFree(int storage) {
        int producer = graph.producer(storage);
        if (producer != LiveGraph.NONE && isFree(producer)) {
            return producer;
        }
        for (int use = graph.firstUse(storage); use < graph.firstUse(storage + 1); use++) {
            int reader = graph.readNode(graph.useRead(use));
            if (isFree(reader)) {
                return reader;
            }
        }
        return LiveGraph.NONE;
    }

    private boolean isFree(int node) {
        return anchors.device(node) == LiveGraph.NONE;
    }

    private void join(int left, int right) {
        parent[find(right)] = find(left);
    }

    private int find(int node) {
        int root = node;
        while (parent[root] != root) {
            parent[root] = parent[parent[root]];
            root = parent[root];
        }
        return root;
    }

    private List<Component> list() {
        @Nullable Draft[] drafts = new Draft[parent.length];
        List<Draft> all = new ArrayList<>();
        for (int node = 0; node < parent.length; node++) {
            if (isFree(node)) {
                int root = find(node);
                Draft draft = drafts[root];
                if (draft == null) {
                    draft = new Draft();
                    drafts[root] = draft;
                    all.add(draft);
                }
                draft.nodes.add(node);
            }
        }
        for (int storage = 0; storage < graph.tensorCount(); storage++) {
            int some = graph.isWeight(storage) ? LiveGraph.NONE : firstFree(storage);
            Draft draft = some == LiveGraph.NONE ? null : drafts[find(some)];
            if (draft != null) {
                draft.storages.add(storage);
                addNeighbours(storage, draft);
            }
        }
        return all.stream().map(this::finish).toList();
    }

    /** Where the surroundings of free nodes are. */
    private void addNeighbours(int storage, Draft draft) {
        int producer = graph.producer(storage);
        int home = terrain.home(storage);
        if (home != LiveGraph.NONE) {
            draft.neighbours.add(home);
        } else if (producer != LiveGraph.NONE && !isFree(producer)) {
            draft.neighbours.add(anchors.device(producer));
        }
        for (int use = graph.firstUse(storage); use < graph.firstUse(storage + 1); use++) {
            int device = anchors.device(graph.readNode(graph.useRead(use)));
            if (device != LiveGraph.NONE) {
                draft.neighbours.add(device);
            }
        }
    }

    /** Where nodes that nothing holds may go: by priority, to weights that they read, or where other nodes are. */
    private Set<Integer> anywhere(List<Integer> nodes) {
        Set<Integer> devices = new TreeSet<>(anchored());
        devices.add(terrain.firstPresent());
        for (int node : nodes) {
            for (int read = graph.firstRead(node); read < graph.firstRead(node + 1); read++) {
                int home = terrain.home(graph.readStorage(read));
                if (home != LiveGraph.NONE) {
                    devices.add(home);
                }
            }
        }
        return devices;
    }

    private Set<Integer> anchored() {
        Set<Integer> devices = used;
        if (devices == null) {
            devices = new TreeSet<>();
            for (int node = 0; node < graph.nodeCount(); node++) {
                if (!isFree(node)) {
                    devices.add(anchors.device(node));
                }
            }
            used = devices;
        }
        return devices;
    }

    /** Nodes gain nothing anywhere but where their surroundings are, unless none of these supports all of them. */
    private Component finish(Draft draft) {
        SupportTable support = terrain.support();
        List<Integer> devices = new ArrayList<>(draft.neighbours);
        if (devices.isEmpty()) {
            devices.addAll(anywhere(draft.nodes));
        }
        boolean enough = devices.stream()
                .anyMatch(device -> draft.nodes.stream().allMatch(node -> support.supports(node, device)));
        if (!enough) {
            devices.clear();
            for (int device = 0; device < support.deviceCount(); device++) {
                if (support.isPresent(device)) {
                    devices.add(device);
                }
            }
        }
        return new Component(draft.nodes, draft.storages, Collections.unmodifiableList(devices));
    }

    /** A component in the making. */
    private static final class Draft {
        private final List<Integer> nodes = new ArrayList<>();
        private final List<Integer> storages = new ArrayList<>();
        private final TreeSet<Integer> neighbours = new TreeSet<>();
    }
}
