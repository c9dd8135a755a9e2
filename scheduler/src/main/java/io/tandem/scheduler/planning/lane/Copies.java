package io.tandem.scheduler.planning.lane;

import io.tandem.scheduler.planning.order.NodeOrder;
import io.tandem.scheduler.planning.work.Assigned;
import io.tandem.scheduler.planning.work.Demand;
import io.tandem.scheduler.planning.work.LiveGraph;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * All copies between devices: one for each storage and further device, in the order in which they are issued, which is that
 * in which their sources are ready. Nobody changes it.
 */
public final class Copies {
    private final List<Move> moves;
    private final int[] firstOfStorage;
    private final int[] byStorage;
    private final int[] lanePositions;

    private Copies(List<Move> moves, int storages, int devices) {
        this.moves = moves;
        this.firstOfStorage = new int[storages + 1];
        this.byStorage = new int[moves.size()];
        this.lanePositions = new int[moves.size()];
        moves.forEach(move -> firstOfStorage[move.storage() + 1]++);
        for (int storage = 0; storage < storages; storage++) {
            firstOfStorage[storage + 1] += firstOfStorage[storage];
        }
        int[] next = firstOfStorage.clone();
        int[] lengths = new int[devices];
        for (int i = 0; i < byStorage.length; i++) {
            byStorage[next[moves.get(i).storage()]++] = i;
            lanePositions[i] = lengths[moves.get(i).device()]++;
        }
    }

    /** Finds the copies that an assignment needs; weights are loaded where they are read and never copied. */
    public static Copies of(LiveGraph graph, Assigned assigned, NodeOrder order, int devices) {
        int[] positions = new int[order.size()];
        for (int position = 0; position < positions.length; position++) {
            positions[order.node(position)] = position;
        }
        List<Move> moves = new ArrayList<>();
        new Demand(graph, devices).visit(assigned, (storage, device, from, to) -> {
            if (!graph.isWeight(storage)) {
                int producer = graph.producer(storage);
                int ready = producer == LiveGraph.NONE ? -1 : positions[producer];
                int firstUse = firstUse(graph, storage, assigned, device, positions);
                moves.add(new Move(storage, device, from, to, ready, firstUse));
            }
        });
        moves.sort(Comparator.comparingInt(Move::ready)
                .thenComparingInt(Move::firstUse)
                .thenComparingInt(Move::storage)
                .thenComparingInt(Move::device));
        return new Copies(moves, graph.tensorCount(), devices);
    }

    private static int firstUse(LiveGraph graph, int storage, Assigned assigned, int device, int[] positions) {
        int first = Integer.MAX_VALUE;
        for (int use = graph.firstUse(storage); use < graph.firstUse(storage + 1); use++) {
            int node = graph.readNode(graph.useRead(use));
            if (assigned.node(node) == device) {
                first = Math.min(first, positions[node]);
            }
        }
        return first;
    }

    /** All copies in the order in which they are issued. */
    public List<Move> moves() {
        return moves;
    }

    /** How many copies to the same device are issued before this one. */
    public int lanePosition(int copy) {
        return lanePositions[copy];
    }

    /** The number of a storage's first copy among {@link #ofStorage}; the last is before that of the next storage. */
    public int first(int storage) {
        return firstOfStorage[storage];
    }

    /** A storage's copy: its place in {@link #moves}. */
    public int ofStorage(int number) {
        return byStorage[number];
    }

    /** The copy of a storage to a device, which there is. */
    public int find(int storage, int device) {
        int number = firstOfStorage[storage];
        while (moves.get(byStorage[number]).device() != device) {
            number++;
        }
        return byStorage[number];
    }
}
