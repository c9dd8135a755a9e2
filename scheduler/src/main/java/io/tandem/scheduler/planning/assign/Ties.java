package io.tandem.scheduler.planning.assign;

import io.tandem.scheduler.planning.work.LiveGraph;

/** Adds to a network what decides where bytes do not: nearness to a node's largest operand, then priority. */
final class Ties {
    private final Terrain terrain;
    private final LiveGraph graph;
    private final MinimumCut cut;
    private final int[] vertexOf;

    Ties(Terrain terrain, MinimumCut cut, int[] vertexOf) {
        this.terrain = terrain;
        this.graph = terrain.graph();
        this.cut = cut;
        this.vertexOf = vertexOf;
    }

    /** Adds costs that stay below {@code unit} in all. */
    void add(Component component, int[] devices, int target, long unit) {
        long nodes = component.nodes().size();
        long all = nodes * terrain.support().deviceCount();
        long priority = 2 * all < unit ? 1 : 0;
        long nearness = Math.min(all + 1, unit / 2 / (nodes + 1));
        for (int node : component.nodes()) {
            if (vertexOf[node] >= 0) {
                addUnary(vertexOf[node], (devices[node] - target) * priority);
            }
            if (nearness > 0) {
                addNearness(node, devices, target, nearness);
            }
        }
    }

    /** A gain by moving if positive, a loss if negative. */
    private void addUnary(int vertex, long gain) {
        if (gain > 0) {
            cut.addArc(vertex, MinimumCut.SINK, gain);
        } else if (gain < 0) {
            cut.addArc(MinimumCut.SOURCE, vertex, -gain);
        }
    }

    private void addNearness(int node, int[] devices, int target, long weight) {
        int storage = largestOperand(node);
        if (storage == LiveGraph.NONE) {
            return;
        }
        int producer = graph.producer(storage);
        int home = terrain.home(storage);
        boolean moves = home == LiveGraph.NONE && producer != LiveGraph.NONE && vertexOf[producer] >= 0;
        int device = home != LiveGraph.NONE || producer == LiveGraph.NONE ? home : devices[producer];
        if (device == LiveGraph.NONE) {
            return;
        }
        if (!moves && vertexOf[node] >= 0) {
            long gain = (device == target ? weight : 0) - (device == devices[node] ? weight : 0);
            addUnary(vertexOf[node], gain);
        } else if (moves && vertexOf[node] >= 0) {
            addPair(vertexOf[node], vertexOf[producer], devices[node] == device, weight);
        } else if (moves) {
            long gain = (devices[node] == target ? weight : 0) - (devices[node] == device ? weight : 0);
            addUnary(vertexOf[producer], gain);
        }
    }

    private void addPair(int left, int right, boolean together, long weight) {
        if (together) {
            cut.addArcs(left, right, weight, weight);
            return;
        }
        int joint = cut.addVertex();
        cut.addArc(left, joint, MinimumCut.ENDLESS);
        cut.addArc(right, joint, MinimumCut.ENDLESS);
        cut.addArc(joint, MinimumCut.SINK, weight);
    }

    /** The storage of a node's only largest operand; none where several are equal. */
    private int largestOperand(int node) {
        int best = LiveGraph.NONE;
        long most = -1;
        for (int read = graph.firstRead(node); read < graph.firstRead(node + 1); read++) {
            long bytes = graph.readTo(read) - graph.readFrom(read);
            if (bytes > most) {
                best = graph.readStorage(read);
                most = bytes;
            } else if (bytes == most && graph.readStorage(read) != best) {
                best = LiveGraph.NONE;
            }
        }
        return best;
    }
}
