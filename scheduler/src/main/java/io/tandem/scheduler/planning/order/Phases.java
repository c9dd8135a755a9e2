package io.tandem.scheduler.planning.order;

import io.tandem.scheduler.planning.work.Assigned;
import io.tandem.scheduler.planning.work.LiveGraph;

/**
 * Which visit of its device each node can be in at best. A node's phase is the most often that a path to it leaves its
 * device and comes back; no order has fewer splits than there are phases.
 */
final class Phases {
    private final int[] phase;
    private final int[] firstOfDevice;

    private Phases(int nodes, int devices) {
        phase = new int[nodes];
        firstOfDevice = new int[devices + 1];
    }

    static Phases of(Edges edges, Assigned assigned, int devices) {
        int nodes = edges.graph().nodeCount();
        Phases phases = new Phases(nodes, devices);
        int[] before = new int[nodes * devices];
        int[] counts = new int[devices];
        for (int node = 0; node < nodes; node++) {
            phases.hand(node, edges, assigned, before);
            int device = assigned.node(node);
            counts[device] = Math.max(counts[device], phases.phase[node] + 1);
        }
        for (int device = 0; device < devices; device++) {
            phases.firstOfDevice[device + 1] = phases.firstOfDevice[device] + counts[device];
        }
        return phases;
    }

    /** Hands on to the nodes that wait for this one how many phases of each device are behind it. */
    private void hand(int node, Edges edges, Assigned assigned, int[] before) {
        int devices = firstOfDevice.length - 1;
        int own = assigned.node(node);
        for (int edge = edges.first(node); edge < edges.first(node + 1); edge++) {
            int target = edges.target(edge, node, assigned);
            if (target == LiveGraph.NONE) {
                continue;
            }
            int device = assigned.node(target);
            for (int i = 0; i < devices; i++) {
                int behind = i == own ? phase[node] + 1 : before[node * devices + i];
                int cell = target * devices + i;
                before[cell] = Math.max(before[cell], behind);
            }
            int behind = device == own ? phase[node] : before[node * devices + device];
            phase[target] = Math.max(phase[target], behind);
        }
    }

    /** The number of a node's phase among all phases of all devices. */
    int number(int node, int device) {
        return firstOfDevice[device] + phase[node];
    }

    int deviceCount() {
        return firstOfDevice.length - 1;
    }

    int first(int device) {
        return firstOfDevice[device];
    }

    /** The number of phases of all devices. */
    int count() {
        return firstOfDevice[firstOfDevice.length - 1];
    }

    /** How many nodes each phase has. */
    int[] sizes(Assigned assigned) {
        int[] sizes = new int[count()];
        for (int node = 0; node < phase.length; node++) {
            sizes[number(node, assigned.node(node))]++;
        }
        return sizes;
    }
}
