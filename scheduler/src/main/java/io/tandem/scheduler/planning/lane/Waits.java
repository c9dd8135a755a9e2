package io.tandem.scheduler.planning.lane;

import io.tandem.scheduler.planning.work.Assigned;
import io.tandem.scheduler.planning.work.LiveGraph;
import java.util.function.IntConsumer;

/** The copies that a node waits for. */
final class Waits {
    private final LiveGraph graph;
    private final Assigned assigned;
    private final Copies copies;

    Waits(LiveGraph graph, Assigned assigned, Copies copies) {
        this.graph = graph;
        this.assigned = assigned;
        this.copies = copies;
    }

    /** Those that bring its operands, and those that save the contents of a state before the node overwrites them. */
    void forEach(int node, IntConsumer action) {
        int device = assigned.node(node);
        for (int read = graph.firstRead(node); read < graph.firstRead(node + 1); read++) {
            int storage = graph.readStorage(read);
            if (assigned.home(storage) != device && !graph.isWeight(storage)) {
                action.accept(copies.find(storage, device));
            }
        }
        int old = graph.overwritten(node);
        if (old != LiveGraph.NONE) {
            for (int number = copies.first(old); number < copies.first(old + 1); number++) {
                action.accept(copies.ofStorage(number));
            }
        }
    }
}
