package io.tandem.scheduler.planning.work;

import io.tandem.graph.Node;
import io.tandem.graph.Tensor;
import java.util.List;

/** The operands of all nodes, one after the other. */
final class Reads {
    private final int[] first;
    private final int[] storage;
    private final int[] node;
    private final long[] from;
    private final long[] to;

    private Reads(int nodes, int reads) {
        first = new int[nodes + 1];
        storage = new int[reads];
        node = new int[reads];
        from = new long[reads];
        to = new long[reads];
    }

    static Reads of(LiveNodes live) {
        List<Node> nodes = live.nodes();
        int count = 0;
        for (Node node : nodes) {
            count += node.inputs().size();
        }
        Reads reads = new Reads(nodes.size(), count);
        for (int i = 0; i < nodes.size(); i++) {
            reads.add(i, nodes.get(i).inputs());
        }
        return reads;
    }

    private void add(int index, List<Tensor> operands) {
        int read = first[index];
        for (Tensor operand : operands) {
            storage[read] = operand.storage().index();
            node[read] = index;
            from[read] = operand.storageOffset();
            to[read] = operand.storageOffset() + operand.layout().byteExtent();
            read++;
        }
        first[index + 1] = read;
    }

    int count() {
        return storage.length;
    }

    int first(int ofNode) {
        return first[ofNode];
    }

    int storage(int read) {
        return storage[read];
    }

    int node(int read) {
        return node[read];
    }

    long from(int read) {
        return from[read];
    }

    long to(int read) {
        return to[read];
    }
}
