package io.tandem.scheduler.planning.memory;

import io.tandem.graph.Node;
import io.tandem.graph.Tensor;
import io.tandem.scheduler.plan.Location;
import io.tandem.scheduler.plan.Location.Arena;
import io.tandem.scheduler.planning.lane.Stretch;
import io.tandem.scheduler.planning.lane.Timeline;
import io.tandem.scheduler.planning.work.LiveGraph;
import io.tandem.scheduler.planning.work.SupportTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Places results and scratch of one device, node by node: a block is used again once nobody can need it any more. */
final class Activations {
    private final LiveGraph graph;
    private final SupportTable support;
    private final Timeline timeline;
    private final Lifetimes lifetimes;
    private final int device;
    private final ArenaPlan arena;
    private final Waiting waiting;
    private final Map<Integer, Block> alive = new HashMap<>();
    private final Map<Integer, Block> copied = new HashMap<>();
    private final Map<Tensor, Location> locations;
    private final Map<Node, Location.InArena> scratch = new HashMap<>();
    private final List<Write> writes = new ArrayList<>();

    /** A step writes a block. */
    record Write(int step, Block block) {}

    Activations(Setting setting, Lifetimes lifetimes, int device, Map<Tensor, Location> locations) {
        this.graph = setting.schedule().graph();
        this.support = setting.support();
        this.timeline = setting.lanes().timeline();
        this.lifetimes = lifetimes;
        this.device = device;
        this.arena = new ArenaPlan(setting.limits(device));
        this.waiting = new Waiting(arena, timeline, setting.lanesCount());
        this.locations = locations;
    }

    List<Long> chunkBytes() {
        return arena.chunkBytes();
    }

    Map<Node, Location.InArena> scratch() {
        return scratch;
    }

    /** The blocks of results that are copied elsewhere, by storage. */
    Map<Integer, Block> copied() {
        return copied;
    }

    /** All writes in order. */
    List<Write> writes() {
        return writes;
    }

    /** Places what the nodes of a segment write. */
    void place(Setting setting, Stretch segment, int step) {
        waiting.collect(step);
        for (int position = segment.from(); position < segment.to(); position++) {
            place(setting.schedule().order().node(position), position, step);
        }
    }

    private void place(int node, int position, int step) {
        int output = graph.output(node);
        if (isMine(output)) {
            Block reused = inPlace(node, position, step);
            Block block = reused == null ? arena.take(graph.bytes(output)) : reused;
            alive.put(output, block);
            locations.put(graph.tensor(output), located(block, graph.bytes(output)));
            writes.add(new Write(step, block));
            if (!lifetimes.copiesOf(output).isEmpty()) {
                copied.put(output, block);
            }
        }
        placeScratch(node, step);
        for (int read = graph.firstRead(node); read < graph.firstRead(node + 1); read++) {
            releaseAfter(graph.readStorage(read), position);
        }
        releaseAfter(output, position);
    }

    /** Outputs have their place in a slot, versions of states in the state. */
    private boolean isMine(int storage) {
        return !graph.isOutput(storage) && graph.state(storage) == null;
    }

    private void placeScratch(int node, int step) {
        long bytes = support.scratchBytes(node, device);
        if (bytes > 0) {
            Block block = arena.take(bytes);
            scratch.put(graph.node(node), located(block, bytes));
            writes.add(new Write(step, block));
            arena.give(block);
        }
    }

    private void releaseAfter(int storage, int position) {
        if (lifetimes.lastAtHome(storage) == position) {
            Block block = alive.remove(storage);
            if (block != null) {
                waiting.release(block, lifetimes.copiesOf(storage));
            }
        }
    }

    /** The block of an operand that the result may replace. */
    private @Nullable Block inPlace(int node, int position, int step) {
        List<Tensor> operands = graph.node(node).inputs();
        for (int i = 0; i < operands.size(); i++) {
            int storage = operands.get(i).storage().index();
            if (alive.containsKey(storage)
                    && lifetimes.lastAtHome(storage) == position
                    && mayReplace(graph.node(node), storage)
                    && copiesAreDone(storage, step)) {
                return alive.remove(storage);
            }
        }
        return null;
    }

    /** Every operand in that storage must be the whole of it, and one that the operation may overwrite. */
    private boolean mayReplace(Node node, int storage) {
        for (int i = 0; i < node.inputs().size(); i++) {
            Tensor operand = node.inputs().get(i);
            if (operand.storage().index() == storage
                    && !(node.op().mayOverwrite(i)
                            && operand.layout().equals(node.output().layout())
                            && operand.layout().byteExtent() == graph.bytes(storage))) {
                return false;
            }
        }
        return true;
    }

    private boolean copiesAreDone(int storage, int step) {
        for (Waiting.Access access : lifetimes.copiesOf(storage)) {
            if (!timeline.knows(step, access.lane(), access.count())) {
                return false;
            }
        }
        return true;
    }

    private static Location.InArena located(Block block, long bytes) {
        return new Location.InArena(Arena.ACTIVATIONS, block.chunk(), block.offset(), 0, bytes);
    }
}
