package io.tandem.scheduler;

import io.tandem.backend.BackendException;
import io.tandem.backend.Device;
import io.tandem.backend.DeviceInfo;
import io.tandem.backend.MemoryInfo;
import io.tandem.graph.Graph;
import io.tandem.scheduler.device.ActiveDevice;
import io.tandem.scheduler.plan.Placement;
import io.tandem.scheduler.plan.PlacementException;
import io.tandem.scheduler.plan.Plan;
import io.tandem.scheduler.plan.PlanningOptions;
import io.tandem.scheduler.planning.Planner;
import io.tandem.scheduler.state.StateHomes;
import io.tandem.scheduler.weights.WeightStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Plans graphs on an ordered list of devices and keeps their weights there: a weight is loaded once per device, however many
 * sessions and plans use it.
 *
 * <p>Where a state lives is decided by its first plan; later plans of this scheduler honour that. Devices that are lost while
 * the scheduler is open take no part in later plans.
 *
 * <p>Safe for any number of threads. Closing is idempotent and closes the sessions first.
 */
public final class Scheduler implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Scheduler.class.getName());

    private final DeviceSelection selection;
    private final PlanningOptions options;
    private final List<ActiveDevice> devices;
    private final WeightStore weights = new WeightStore();
    private final StateHomes homes = new StateHomes();
    private final Set<Session> sessions = new LinkedHashSet<>();
    private boolean closed;

    private Scheduler(OpenedSelection opened, PlanningOptions options) {
        this.selection = opened.selection();
        this.options = options;
        this.devices = opened.devices();
        selection.notes().forEach(note -> LOG.log(System.Logger.Level.WARNING, "{0}", note));
        LOG.log(System.Logger.Level.INFO, "Devices in priority order: {0}", devices);
        LOG.log(System.Logger.Level.DEBUG, "{0}", selection.explain());
        selection.owner().register(this);
    }

    /**
     * A scheduler over devices in priority order; opens them. One that was not asked for by id and cannot be opened is left
     * out: {@link #selection} says so.
     *
     * @throws BackendException if one that was asked for by id cannot be opened, or none can
     */
    public static Scheduler of(DeviceSelection selection) {
        return of(selection, PlanningOptions.defaults());
    }

    /**
     * The same with options for planning. Memory budgets and shares of devices that are lost later no longer count then.
     *
     * @throws IllegalArgumentException if the options name a device that is not selected
     */
    public static Scheduler of(DeviceSelection selection, PlanningOptions options) {
        requireSelected(selection, options.memoryBudgets().keySet());
        requireSelected(selection, options.shares().keySet());
        return new Scheduler(OpenedSelection.of(selection), options);
    }

    private static void requireSelected(DeviceSelection selection, Set<String> ids) {
        List<String> known = selection.devices().stream().map(DeviceInfo::id).toList();
        for (String id : ids) {
            if (!known.contains(id)) {
                throw new IllegalArgumentException("The planning options name " + id + "; the devices are " + known);
            }
        }
    }

    /** The devices and why they were chosen. */
    public DeviceSelection selection() {
        return selection;
    }

    /** The number of devices, lost ones included. */
    public int backendCount() {
        return devices.size();
    }

    /** The device at a position in priority order, from 0. */
    public DeviceInfo device(int index) {
        return devices.get(index).info();
    }

    /** All devices in priority order. */
    public List<DeviceInfo> devices() {
        return devices.stream().map(ActiveDevice::info).toList();
    }

    /** The devices that have been lost. */
    public List<DeviceInfo> lostDevices() {
        return devices.stream()
                .filter(ActiveDevice::isLost)
                .map(ActiveDevice::info)
                .toList();
    }

    /**
     * The memory of the device at a position, also while sessions run.
     *
     * @throws BackendException of kind DEVICE_LOST if it has been lost
     */
    public DeviceUsage usage(int index) {
        ActiveDevice device = devices.get(index);
        device.requireAlive();
        MemoryInfo memory = device.memory();
        return new DeviceUsage(memory, weights.bytes(device), sessionBytes(device));
    }

    /**
     * Plans by priority alone.
     *
     * @throws PlacementException if no device supports an operation
     * @throws BackendException of kind OUT_OF_MEMORY if memory does not suffice
     */
    public Plan plan(Graph graph) {
        return plan(graph, Placement.priority());
    }

    /**
     * Decides where everything lives and runs. Nothing is allocated and nothing runs.
     *
     * @throws PlacementException if a pin cannot be honoured or no device supports an operation; it names all problems
     * @throws BackendException of kind OUT_OF_MEMORY if memory does not suffice
     */
    public Plan plan(Graph graph, Placement placement) {
        requireOpen();
        List<ActiveDevice> alive =
                devices.stream().filter(device -> !device.isLost()).toList();
        requireReachable(placement, alive);
        try {
            List<Device> planned = alive.stream().map(ActiveDevice::device).toList();
            Plan plan = new Planner(planned, optionsFor(alive)).plan(graph, placement, homes.of(graph));
            homes.learn(plan);
            return plan;
        } catch (BackendException failure) {
            alive.forEach(device -> device.observe(failure));
            if (alive.stream().noneMatch(ActiveDevice::isLost)) {
                throw failure;
            }
            return plan(graph, placement);
        }
    }

    private void requireReachable(Placement placement, List<ActiveDevice> alive) {
        if (alive.isEmpty()) {
            throw new BackendException(
                    BackendException.Kind.DEVICE_LOST,
                    devices.getFirst().id(),
                    "All devices of this scheduler have been lost: " + devices + ". Open a new one");
        }
        List<String> lost = lostDevices().stream().map(DeviceInfo::id).toList();
        List<String> problems = placement.pins().stream()
                .filter(pin -> lost.containsAll(pin.devices()))
                .map(pin -> pin.target() + " is pinned to " + pin.devices()
                        + ", which has been lost; the pin names no alternative that is left")
                .toList();
        if (!problems.isEmpty()) {
            throw new PlacementException(problems);
        }
    }

    /**
     * The options as they hold for the devices that are left. What a plan may take on each of them is what is free there and
     * what this scheduler holds already.
     */
    private PlanningOptions optionsFor(List<ActiveDevice> alive) {
        Map<String, Long> budgets = new HashMap<>();
        Map<String, Double> shares = new HashMap<>();
        for (ActiveDevice device : alive) {
            MemoryInfo memory = device.memory();
            Long given = options.memoryBudgets().get(device.id());
            long held = weights.bytes(device) + sessionBytes(device);
            if (given != null) {
                budgets.put(device.id(), given);
            } else if (memory.freeBytes().isPresent()) {
                budgets.put(device.id(), memory.freeBytes().getAsLong() + held);
            }
            Double share = options.shares().get(device.id());
            if (share != null && share > 0) {
                shares.put(device.id(), share);
            }
        }
        return options.withMemoryBudgets(budgets).withShares(shares);
    }

    private synchronized long sessionBytes(ActiveDevice device) {
        long bytes = 0;
        for (Session session : sessions) {
            bytes += session.heldBytes(device);
        }
        return bytes;
    }

    /** The same graph and placement on the devices as they are now, with a note why. */
    Plan replan(Plan plan, String note) {
        Plan fresh = plan(plan.graph(), plan.placement());
        List<String> notes = new ArrayList<>(plan.notes());
        fresh.notes().stream().filter(known -> !notes.contains(known)).forEach(notes::add);
        notes.add(note);
        return fresh.withNotes(notes);
    }

    /** The open devices of a plan, in its order. */
    List<ActiveDevice> devicesOf(Plan plan) {
        List<ActiveDevice> used = new ArrayList<>();
        for (DeviceInfo info : plan.devices()) {
            used.add(active(info.id()));
        }
        return used;
    }

    /** The open device of that id. */
    ActiveDevice active(String id) {
        return devices.stream()
                .filter(device -> device.id().equals(id))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("This scheduler has no device " + id + "; it has " + devices));
    }

    WeightStore weights() {
        return weights;
    }

    StateHomes homes() {
        return homes;
    }

    /** Opens a session with default options. */
    public Session open() {
        return open(SessionOptions.defaults());
    }

    /** Opens a session. */
    public synchronized Session open(SessionOptions sessionOptions) {
        requireOpen();
        Session session = new Session(this, sessionOptions);
        sessions.add(session);
        return session;
    }

    synchronized void forget(Session session) {
        sessions.remove(session);
    }

    private synchronized void requireOpen() {
        if (closed) {
            throw new IllegalStateException("Scheduler is closed");
        }
    }

    /** Closes the sessions. Idempotent; the devices stay open until {@link Devices#close}. */
    @Override
    public void close() {
        List<Session> children;
        synchronized (this) {
            closed = true;
            children = new ArrayList<>(sessions);
        }
        children.reversed().forEach(Session::close);
        selection.owner().forget(this);
    }
}
