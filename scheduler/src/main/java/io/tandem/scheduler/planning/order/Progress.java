package io.tandem.scheduler.planning.order;

import io.tandem.scheduler.planning.work.Assigned;
import io.tandem.scheduler.planning.work.LiveGraph;
import java.util.Arrays;

/** How far each device's phases are, while nodes are scheduled. */
final class Progress {
    private final Edges edges;
    private final Assigned assigned;
    private final Phases phases;
    private final int[] sizes;
    private final int[] foreign;
    private final int[] remaining;
    private final int[] blocked;
    private final int[] awaited;
    private final int[] current;

    Progress(Edges edges, Assigned assigned, Phases phases) {
        this.edges = edges;
        this.assigned = assigned;
        this.phases = phases;
        this.sizes = phases.sizes(assigned);
        this.foreign = foreignEdges();
        this.remaining = new int[sizes.length];
        this.blocked = new int[sizes.length];
        this.awaited = new int[foreign.length];
        this.current = new int[phases.deviceCount()];
    }

    private int[] foreignEdges() {
        int[] counts = new int[edges.graph().nodeCount()];
        for (int node = 0; node < counts.length; node++) {
            for (int edge = edges.first(node); edge < edges.first(node + 1); edge++) {
                int target = edges.target(edge, node, assigned);
                if (isForeign(node, target)) {
                    counts[target]++;
                }
            }
        }
        return counts;
    }

    private boolean isForeign(int node, int target) {
        return target != LiveGraph.NONE && assigned.node(target) != assigned.node(node);
    }

    void reset() {
        System.arraycopy(sizes, 0, remaining, 0, sizes.length);
        System.arraycopy(foreign, 0, awaited, 0, foreign.length);
        Arrays.fill(blocked, 0);
        for (int node = 0; node < foreign.length; node++) {
            if (foreign[node] > 0) {
                blocked[phases.number(node, assigned.node(node))]++;
            }
        }
        for (int device = 0; device < current.length; device++) {
            current[device] = phases.first(device);
        }
    }

    void finish(int node) {
        remaining[phases.number(node, assigned.node(node))]--;
        for (int edge = edges.first(node); edge < edges.first(node + 1); edge++) {
            int target = edges.target(edge, node, assigned);
            if (isForeign(node, target) && --awaited[target] == 0) {
                blocked[phases.number(target, assigned.node(target))]--;
            }
        }
    }

    /** How many nodes of the device's earliest unfinished phase wait for another device. */
    int blockedInPhase(int device) {
        while (current[device] < phases.first(device + 1) && remaining[current[device]] == 0) {
            current[device]++;
        }
        return current[device] < phases.first(device + 1) ? blocked[current[device]] : 0;
    }
}
