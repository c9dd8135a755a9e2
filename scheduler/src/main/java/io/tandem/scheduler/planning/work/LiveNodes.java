package io.tandem.scheduler.planning.work;

import io.tandem.graph.Graph;
import io.tandem.graph.Node;
import io.tandem.graph.State;
import io.tandem.graph.Tensor;
import io.tandem.op.ViewOp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Which nodes run: those that an output or the last version of a state depends on. */
final class LiveNodes {
    private final List<Node> nodes = new ArrayList<>();
    private final List<Node> dropped = new ArrayList<>();
    private final int[] producer;
    private final boolean[] needed;
    private final boolean[] output;

    private LiveNodes(Graph graph) {
        int tensors = graph.tensors().size();
        producer = new int[tensors];
        needed = new boolean[tensors];
        output = new boolean[tensors];
        Arrays.fill(producer, LiveGraph.NONE);
    }

    static LiveNodes of(Graph graph) {
        LiveNodes live = new LiveNodes(graph);
        live.mark(graph);
        live.number(graph);
        return live;
    }

    private void mark(Graph graph) {
        for (Tensor result : graph.outputs()) {
            output[result.storage().index()] = true;
            needed[result.storage().index()] = true;
        }
        for (State state : graph.states()) {
            needed[graph.lastVersion(state).index()] = true;
        }
        List<Node> all = graph.nodes();
        for (int i = all.size() - 1; i >= 0; i--) {
            Node node = all.get(i);
            if (needed[node.output().index()] && !(node.op() instanceof ViewOp)) {
                for (Tensor input : node.inputs()) {
                    needed[input.storage().index()] = true;
                }
            }
        }
    }

    private void number(Graph graph) {
        for (Node node : graph.nodes()) {
            if (node.op() instanceof ViewOp) {
                continue;
            }
            int index = node.output().index();
            if (needed[index]) {
                producer[index] = nodes.size();
                nodes.add(node);
            } else {
                dropped.add(node);
            }
        }
    }

    List<Node> nodes() {
        return nodes;
    }

    List<Node> dropped() {
        return dropped;
    }

    int producer(int storage) {
        return producer[storage];
    }

    boolean isNeeded(int storage) {
        return needed[storage];
    }

    boolean isOutput(int storage) {
        return output[storage];
    }
}
