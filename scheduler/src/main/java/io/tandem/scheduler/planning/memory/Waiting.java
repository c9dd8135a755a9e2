package io.tandem.scheduler.planning.memory;

import io.tandem.scheduler.planning.lane.Timeline;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Blocks that nobody on their own lane needs any more, but perhaps somebody on another. A block is free for a step that
 * knows all accesses from other lanes to be done; steps of one lane know more and more.
 */
final class Waiting {
    private final ArenaPlan arena;
    private final Timeline timeline;
    private final List<PriorityQueue<Held>> byLane = new ArrayList<>();

    /** An access from another lane: the first {@code count} steps of the lane must be done. */
    record Access(int lane, int count) {}

    private record Held(Block block, List<Access> accesses, int next) {
        int count() {
            return accesses.get(next).count();
        }
    }

    Waiting(ArenaPlan arena, Timeline timeline, int lanes) {
        this.arena = arena;
        this.timeline = timeline;
        for (int lane = 0; lane < lanes; lane++) {
            byLane.add(new PriorityQueue<>(1, Comparator.comparingInt(Held::count)));
        }
    }

    /** Gives a block back as soon as all accesses are known to be done. */
    void release(Block block, List<Access> accesses) {
        if (accesses.isEmpty()) {
            arena.give(block);
        } else {
            hold(new Held(block, accesses, 0));
        }
    }

    private void hold(Held held) {
        byLane.get(held.accesses().get(held.next()).lane()).add(held);
    }

    /** Gives back what a step that is about to start knows to be free. */
    void collect(int step) {
        for (int lane = 0; lane < byLane.size(); lane++) {
            PriorityQueue<Held> held = byLane.get(lane);
            while (!held.isEmpty() && timeline.knows(step, lane, held.peek().count())) {
                advance(held.remove());
            }
        }
    }

    private void advance(Held held) {
        if (held.next() + 1 == held.accesses().size()) {
            arena.give(held.block());
        } else {
            hold(new Held(held.block(), held.accesses(), held.next() + 1));
        }
    }
}
