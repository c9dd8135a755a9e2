package io.tandem.scheduler.execution;

import io.tandem.scheduler.device.HostBlock;
import io.tandem.scheduler.plan.Lane;
import io.tandem.scheduler.trace.Recording;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The runs of a session and their slots. Starting is for one thread at a time. Runs of one plan may overlap, as many as
 * there are slots; a run of another plan waits until nothing runs, since plans share the activation arenas.
 */
public final class Runs implements AutoCloseable {
    private final LanePool pool;
    private final AtomicReferenceArray<@Nullable RunState> slots;
    private final HostBlock[] staging;
    private @Nullable RunState latest;
    private long next;
    private volatile @Nullable String ending;

    /** No runs yet. */
    public Runs(LanePool pool, int slotCount) {
        this.pool = pool;
        slots = new AtomicReferenceArray<>(slotCount);
        staging = new HostBlock[slotCount];
        for (int i = 0; i < slotCount; i++) {
            staging[i] = new HostBlock();
        }
    }

    /**
     * Starts a run.
     *
     * @param inputs the contents by input number; copied before this returns, unless the run has ended then
     * @param here whether the caller waits for the run, so that it may carry out a part itself
     */
    public RunState start(CompiledPlan plan, MemorySegment[] inputs, boolean here, boolean record) {
        RunState before = latest;
        if (before != null && before.plan() != plan) {
            before.awaitEnd();
        }
        int slot = (int) (next % slots.length());
        RunState occupant = slots.get(slot);
        if (occupant != null) {
            occupant.awaitEnd();
        }
        boolean going = before != null && !before.isDone();
        Binding binding = plan.binding(slot);
        boolean helps = here && !going;
        MemorySegment[] fed =
                feed(plan, binding, slot, inputs, helps && binding.lanes().size() == 1);
        Recording recording = record ? new Recording(next, plan.plan()) : null;
        RunState run = new RunState(plan, slot, next, fed, going ? before : null, recording);
        next++;
        slots.set(slot, run);
        latest = run;
        String reason = ending;
        if (reason != null) {
            run.cancel(reason);
        }
        submit(run, binding, helps);
        return run;
    }

    /** Hands each lane its part; where the caller helps it carries out that of the lane that ends last. */
    private void submit(RunState run, Binding binding, boolean helps) {
        List<BoundLane> lanes = binding.lanes();
        if (lanes.isEmpty()) {
            run.finishEmpty();
        }
        int own = helps ? binding.lastLane() : -1;
        for (int i = 0; i < lanes.size(); i++) {
            if (i != own) {
                lane(run, lanes.get(i)).submit(run, lanes.get(i));
            }
        }
        if (own >= 0) {
            lane(run, lanes.get(own)).carryOutHere(run, lanes.get(own));
        }
    }

    private ExecutionLane lane(RunState run, BoundLane bound) {
        Lane lane = bound.lane();
        return pool.lane(run.plan().devices().get(lane.device()), lane.purpose());
    }

    private MemorySegment[] feed(
            CompiledPlan plan, Binding binding, int slot, MemorySegment[] inputs, boolean callerWaits) {
        for (Binding.InPlace place : binding.inPlace()) {
            MemorySegment target = place.target();
            MemorySegment.copy(inputs[place.input()], place.offset(), target, 0, target.byteSize());
        }
        MemorySegment[] fed = inputs.clone();
        for (int i = 0; i < inputs.length; i++) {
            if (binding.staged()[i] || (binding.onHost()[i] && !callerWaits)) {
                MemorySegment block = staging[slot].take(plan.inputs().stagingBytes());
                fed[i] = block.asSlice(plan.inputs().stagingOffset(i), inputs[i].byteSize());
                fed[i].copyFrom(inputs[i]);
            }
        }
        return fed;
    }

    /** Gets ready to hold inputs of that many bytes in each slot. */
    void reserveStaging(long bytes) {
        if (staging[0].bytes() < bytes) {
            awaitIdle();
            for (HostBlock block : staging) {
                block.take(bytes);
            }
        }
    }

    /** The latest run, if there has been one. */
    public @Nullable RunState latest() {
        return latest;
    }

    /** The run that last used a slot. */
    public @Nullable RunState inSlot(int slot) {
        return slots.get(slot);
    }

    /** The number of slots. */
    public int slotCount() {
        return slots.length();
    }

    /** Whether no run is going on. */
    public boolean isIdle() {
        RunState run = latest;
        return run == null || run.isDone();
    }

    /** Waits until no run is going on. */
    public void awaitIdle() {
        RunState run = latest;
        if (run != null) {
            run.awaitEnd();
        }
    }

    /** Cancels what is going on and what starts later. Any thread may call this at any time. */
    public void cancelAll(String reason) {
        ending = reason;
        for (int i = 0; i < slots.length(); i++) {
            RunState run = slots.get(i);
            if (run != null) {
                run.cancel(reason);
            }
        }
    }

    /** Forgets the results of earlier runs, so that their memory may go. Nothing is going on. */
    public void forget() {
        for (int i = 0; i < slots.length(); i++) {
            slots.set(i, null);
        }
        latest = null;
    }

    @Override
    public void close() {
        awaitIdle();
        forget();
        for (HostBlock block : staging) {
            block.close();
        }
    }
}
