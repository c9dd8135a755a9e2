package io.tandem.scheduler.execution;

import io.tandem.graph.State;
import io.tandem.scheduler.device.ActiveDevice;
import io.tandem.scheduler.plan.Location;
import io.tandem.scheduler.plan.MemoryPlan;
import java.util.function.LongConsumer;

/** Gets everything ready that a plan needs to run: weights, states, arenas. For one thread at a time. */
public final class Preparation {
    private final Holdings holdings;
    private final Runs runs;

    /** For one session. */
    public Preparation(Holdings holdings, Runs runs) {
        this.holdings = holdings;
        this.runs = runs;
    }

    /** Told how far loading has come. */
    @FunctionalInterface
    public interface Progress {
        /** Bytes loaded so far, and in all. */
        void loaded(long bytes, long totalBytes);
    }

    /**
     * Loads and allocates what is not there yet. On failure everything that was there before is as it was.
     *
     * @param beforeReplacing called if arenas are about to be replaced, while nothing runs
     * @throws io.tandem.backend.BackendException if memory does not suffice or a device fails
     */
    public void prepare(CompiledPlan plan, Progress progress, Runnable beforeReplacing) {
        long total = new Preflight(plan, holdings).check();
        loadWeights(plan, total, progress);
        for (State state : plan.plan().graph().states()) {
            holdings.states().at(state, plan.home(state));
        }
        if (growth(plan) > 0) {
            runs.awaitIdle();
            holdings.memory().grow(plan.devices(), plan.plan().memory(), beforeReplacing);
        }
    }

    private void loadWeights(CompiledPlan plan, long total, Progress progress) {
        long[] loaded = {0};
        LongConsumer count = bytes -> {
            loaded[0] += bytes;
            progress.loaded(loaded[0], total);
        };
        for (int i = 0; i < plan.devices().size(); i++) {
            ActiveDevice device = plan.devices().get(i);
            MemoryPlan.DeviceMemory memory = plan.plan().memory().devices().get(i);
            for (Location location : memory.locations().values()) {
                if (location instanceof Location.OfWeight weight) {
                    holdings.weights().at(device, weight.weight(), weight.layout(), count);
                }
            }
        }
    }

    /** The bytes by which arenas have to grow. */
    public long growth(CompiledPlan plan) {
        long growth = 0;
        for (int i = 0; i < plan.devices().size(); i++) {
            growth += holdings.memory()
                    .growth(
                            plan.devices().get(i),
                            plan.plan().memory().devices().get(i));
        }
        return growth;
    }
}
