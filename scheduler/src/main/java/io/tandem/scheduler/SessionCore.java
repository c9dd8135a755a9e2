package io.tandem.scheduler;

import io.tandem.backend.BackendException;
import io.tandem.graph.State;
import io.tandem.graph.Tensor;
import io.tandem.scheduler.device.ActiveDevice;
import io.tandem.scheduler.device.Closing;
import io.tandem.scheduler.execution.CompiledPlan;
import io.tandem.scheduler.execution.Holdings;
import io.tandem.scheduler.execution.LanePool;
import io.tandem.scheduler.execution.Preparation;
import io.tandem.scheduler.execution.Results;
import io.tandem.scheduler.execution.RunState;
import io.tandem.scheduler.execution.Runs;
import io.tandem.scheduler.memory.SessionMemory;
import io.tandem.scheduler.plan.Plan;
import io.tandem.scheduler.state.StateStore;
import io.tandem.scheduler.trace.CommandEvent;
import io.tandem.scheduler.weights.WeightLeases;
import java.lang.foreign.MemorySegment;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What a session consists of. For one thread at a time: {@link Session} sees to that. */
final class SessionCore {
    private static final System.Logger LOG = System.getLogger(Session.class.getName());

    private final Scheduler scheduler;
    private final SessionOptions options;
    private final Runnable requireOpen;
    private final Holdings holdings;
    private final LanePool pool;
    private final Runs runs;
    private final Preparation preparation;
    private final Results results;
    private final PlanCache cache;
    private final StateAccess states;
    private final Map<ActiveDevice, Long> held = new ConcurrentHashMap<>();

    SessionCore(Scheduler scheduler, SessionOptions options, Runnable requireOpen) {
        int depth = options.pipelineDepth();
        this.scheduler = scheduler;
        this.options = options;
        this.requireOpen = requireOpen;
        holdings = new Holdings(new SessionMemory(depth), new WeightLeases(scheduler.weights()), new StateStore());
        pool = new LanePool(depth);
        runs = new Runs(pool, depth);
        preparation = new Preparation(holdings, runs);
        results = new Results(holdings);
        cache = new PlanCache(options.cachedPlans());
        states = new StateAccess(holdings, results, scheduler.homes(), this::device);
    }

    Runs runs() {
        return runs;
    }

    StateAccess states() {
        return states;
    }

    OutputReader reader() {
        return new OutputReader(runs, results);
    }

    ActiveDevice device(String id) {
        return scheduler.active(id);
    }

    RunState launch(Plan plan, Inputs inputs, boolean here) {
        CompiledPlan known = find(plan);
        MemorySegment[] contents = inputs.match(plan.graph(), known.inputTensors());
        CompiledPlan ready = ready(plan);
        if (ready != known) {
            contents = inputs.match(plan.graph(), ready.inputTensors());
        }
        for (int i = 0; i < ready.states().size(); i++) {
            holdings.states().requireUsable(ready.states().get(i), ready.homes().get(i));
        }
        return runs.start(ready, contents, here, options.recordsTimelines() || CommandEvent.isWanted());
    }

    private CompiledPlan find(Plan plan) {
        CompiledPlan known = cache.find(plan);
        if (known == null) {
            known = new CompiledPlan(plan, scheduler.devicesOf(plan));
            if (cache.isFull()) {
                runs.awaitIdle();
                cache.evict();
            }
            cache.put(plan, known);
        }
        return known;
    }

    /** The plan, compiled and with everything in place. Plans again where a device refuses a kernel. */
    CompiledPlan ready(Plan plan) {
        Set<String> refusals = new HashSet<>();
        while (true) {
            CompiledPlan compiled = find(plan);
            try {
                compiled.usedDevices().forEach(ActiveDevice::requireAlive);
                if (!compiled.isBound()) {
                    bind(compiled);
                }
                return compiled;
            } catch (BackendException failure) {
                compiled.devices().forEach(device -> device.observe(failure));
                if (!isRefusal(failure) || !refusals.add(failure.deviceId() + failure.getMessage())) {
                    throw failure;
                }
                planAround(plan, compiled, failure);
            }
        }
    }

    private void bind(CompiledPlan compiled) {
        requireOpen.run();
        for (State state : compiled.states()) {
            holdings.states().requireHere(state, compiled.home(state));
        }
        preparation.prepare(compiled, options.progress()::loaded, cache::unbindAll);
        compiled.bind(holdings, pool, runs);
        for (ActiveDevice device : compiled.devices()) {
            held.put(device, holdings.bytes(device));
        }
    }

    private static boolean isRefusal(BackendException failure) {
        return failure.kind() == BackendException.Kind.KERNEL_BUILD
                || failure.kind() == BackendException.Kind.UNSUPPORTED;
    }

    private void planAround(Plan asked, CompiledPlan compiled, BackendException refusal) {
        LOG.log(System.Logger.Level.WARNING, "Planning again: {0}", refusal.getMessage());
        Plan other = scheduler.replan(
                compiled.plan(), "planned again, since " + refusal.deviceId() + " refused: " + refusal.getMessage());
        runs.awaitIdle();
        cache.put(asked, new CompiledPlan(other, scheduler.devicesOf(other)));
    }

    /** The latest run whose graph has that tensor. */
    RunState latest(Tensor output) {
        @Nullable RunState found = null;
        for (int slot = 0; slot < runs.slotCount(); slot++) {
            RunState run = runs.inSlot(slot);
            if (run != null
                    && run.plan().plan().graph().contains(output)
                    && (found == null || found.number() < run.number())) {
                found = run;
            }
        }
        if (found == null) {
            throw new IllegalArgumentException("No run whose results are still there computes " + output);
        }
        return found;
    }

    void unbindAll() {
        cache.unbindAll();
    }

    long heldBytes(ActiveDevice device) {
        return held.getOrDefault(device, 0L);
    }

    /** Frees what the session holds, but for its lanes. */
    void release() {
        cache.clear();
        runs.forget();
        holdings.close();
        held.clear();
    }

    void close() {
        runs.awaitIdle();
        Closing.inOrder(this::release, results, pool, runs);
    }
}
