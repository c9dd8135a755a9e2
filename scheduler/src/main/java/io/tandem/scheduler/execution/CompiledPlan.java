package io.tandem.scheduler.execution;

import io.tandem.graph.State;
import io.tandem.graph.Tensor;
import io.tandem.scheduler.device.ActiveDevice;
import io.tandem.scheduler.plan.Command;
import io.tandem.scheduler.plan.Lane;
import io.tandem.scheduler.plan.Plan;
import io.tandem.scheduler.state.StateEntry;
import java.util.ArrayList;
import java.util.List;

/**
 * A plan as a session carries it out. What is bound to memory comes and goes: growing arenas unbind it. For one thread at
 * a time, but for what lanes read.
 */
public final class CompiledPlan implements AutoCloseable {
    private final Plan plan;
    private final List<ActiveDevice> devices;
    private final Schedule schedule;
    private final InputTable inputs;
    private final List<State> states;
    private final List<ActiveDevice> homes = new ArrayList<>();
    private final List<State> written = new ArrayList<>();
    private final List<ActiveDevice> usedDevices = new ArrayList<>();
    private List<StateEntry> writtenEntries = List.of();
    private List<Binding> bindings = List.of();

    /**
     * Sorts the commands; binds nothing yet.
     *
     * @param devices the plan's devices in its order
     */
    public CompiledPlan(Plan plan, List<ActiveDevice> devices) {
        this.plan = plan;
        this.devices = List.copyOf(devices);
        this.schedule = new Schedule(plan, devices);
        this.inputs = new InputTable(plan);
        this.states = plan.graph().states();
        for (State state : states) {
            homes.add(home(state));
            if (plan.graph().lastVersion(state).version() > 0) {
                written.add(state);
            }
        }
        for (int i = 0; i < devices.size(); i++) {
            if (isUsed(i)) {
                usedDevices.add(devices.get(i));
            }
        }
    }

    private boolean isUsed(int device) {
        return !plan.memory().devices().get(device).locations().isEmpty()
                || plan.commands().stream().anyMatch(command -> isWorking(command, device));
    }

    private static boolean isWorking(Command command, int device) {
        return command.lane().device() == device
                || (command instanceof Command.Copy copy && copy.transfer().from() == device);
    }

    /** The plan. */
    public Plan plan() {
        return plan;
    }

    /** The plan's devices in its order. */
    public List<ActiveDevice> devices() {
        return devices;
    }

    /** The devices that hold or do something for it. */
    public List<ActiveDevice> usedDevices() {
        return usedDevices;
    }

    /** The inputs that it brings to devices. */
    public List<Tensor> inputTensors() {
        return inputs.tensors();
    }

    /** The states that it uses. */
    public List<State> states() {
        return states;
    }

    /** The devices that hold them, in the same order. */
    public List<ActiveDevice> homes() {
        return homes;
    }

    /** The device that holds a state. */
    public ActiveDevice home(State state) {
        return devices.get(plan.assignment(plan.graph().lastVersion(state)).device());
    }

    Schedule schedule() {
        return schedule;
    }

    InputTable inputs() {
        return inputs;
    }

    int commandCount() {
        return plan.commands().size();
    }

    int laneCount() {
        return schedule.lanes().size();
    }

    /** The contents of the states that it writes. */
    List<StateEntry> writtenStates() {
        return writtenEntries;
    }

    /** Whether it uses a state that {@code other} writes. */
    boolean usesStatesOf(CompiledPlan other) {
        for (State state : other.written) {
            if (states.contains(state)) {
                return true;
            }
        }
        return false;
    }

    /** Whether it is bound to memory. */
    public boolean isBound() {
        return !bindings.isEmpty();
    }

    /**
     * Compiles it for every slot of the pipeline. Its weights, states and arenas are there.
     *
     * @throws io.tandem.backend.BackendException if a device refuses a program; nothing is bound then
     */
    public void bind(Holdings holdings, LanePool pool, Runs runs) {
        List<Binding> bound = new ArrayList<>();
        boolean complete = false;
        try {
            for (int slot = 0; slot < holdings.memory().slotCount(); slot++) {
                bound.add(new Binder(this, holdings, slot).bind());
            }
            complete = true;
        } finally {
            if (!complete) {
                bound.forEach(Binding::close);
            }
        }
        bindings = bound;
        writtenEntries = written.stream()
                .map(state -> holdings.states().at(state, home(state)))
                .toList();
        reserveStaging(pool);
        if (bindings.getFirst().mayStageInputs()) {
            runs.reserveStaging(inputs.stagingBytes());
        }
    }

    private void reserveStaging(LanePool pool) {
        for (BoundLane lane : bindings.getFirst().lanes()) {
            long largest = 0;
            for (Step step : lane.steps()) {
                largest = step instanceof Step.StagedCopy copy
                        ? Math.max(largest, copy.source().bytes())
                        : largest;
            }
            if (largest > 0) {
                Lane where = lane.lane();
                pool.lane(devices.get(where.device()), where.purpose()).reserveStaging(largest);
            }
        }
    }

    /** What a run in that slot does. */
    Binding binding(int slot) {
        return bindings.get(slot);
    }

    /** Frees the programs. No run is going on. */
    public void unbind() {
        bindings.forEach(Binding::close);
        bindings = List.of();
    }

    @Override
    public void close() {
        unbind();
    }
}
