package io.tandem.scheduler.planning.memory;

import io.tandem.graph.Tensor;
import io.tandem.scheduler.plan.Location;
import io.tandem.scheduler.plan.Location.Arena;
import io.tandem.scheduler.planning.lane.Move;
import io.tandem.scheduler.planning.work.LiveGraph;
import java.util.List;
import java.util.Map;

/**
 * Places what a slot of the pipeline holds of one device: inputs and outputs, which the caller may touch at any time and
 * which therefore keep their blocks, and copies from other devices, which live from their issue to their last reader.
 */
final class Slots {
    private final LiveGraph graph;
    private final Lifetimes lifetimes;
    private final Setting setting;
    private final ArenaPlan arena;
    private final Waiting waiting;
    private final Map<Tensor, Location> locations;

    Slots(Setting setting, Lifetimes lifetimes, int device, Map<Tensor, Location> locations) {
        this.graph = setting.schedule().graph();
        this.lifetimes = lifetimes;
        this.setting = setting;
        this.arena = new ArenaPlan(setting.limits(device));
        this.waiting = new Waiting(arena, setting.lanes().timeline(), setting.lanesCount());
        this.locations = locations;
    }

    List<Long> chunkBytes() {
        return arena.chunkBytes();
    }

    /** Places an input or output that lives here. */
    void placeLasting(int storage) {
        long bytes = graph.bytes(storage);
        Block block = arena.take(bytes);
        locations.put(graph.tensor(storage), new Location.InArena(Arena.SLOT, block.chunk(), block.offset(), 0, bytes));
    }

    /**
     * Places a copy to here; copies come in the order in which they are issued. Its address keeps the alignment that the
     * range has in its storage, since kernels may count on it.
     */
    void placeCopy(int copy, long alignment) {
        waiting.collect(setting.lanes().copyStep(copy));
        Move move = setting.schedule().copies().moves().get(copy);
        long lead = move.from() & (alignment - 1);
        Block block = arena.take(lead + move.bytes());
        locations.put(
                graph.tensor(move.storage()),
                new Location.InArena(Arena.SLOT, block.chunk(), block.offset() + lead, move.from(), move.bytes()));
        waiting.release(block, lifetimes.readersOf(copy));
    }
}
