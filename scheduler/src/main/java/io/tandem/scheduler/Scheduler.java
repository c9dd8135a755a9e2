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
    private final GraphPlanner planner;
    private final List<ActiveDevice> devices;
    private final WeightStore weights = new WeightStore();
    private final StateHomes homes = new StateHomes();
    private final Set<Session> sessions = new LinkedHashSet<>();
    private boolean closed;

    Scheduler(DeviceSelection selection, GraphPlanner planner) {
        this.selection = selection;
        this.planner = planner;
        this.devices = selection.devices().stream()
                .map(info -> selection.owner().open(info.id()))
                .toList();
        selection.notes().forEach(note -> LOG.log(System.Logger.Level.WARNING, "{0}", note));
        LOG.log(System.Logger.Level.INFO, "Devices in priority order: {0}", devices);
        LOG.log(System.Logger.Level.DEBUG, "{0}", selection.explain());
        selection.owner().register(this);
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
        MemoryInfo memory = device.device().memory();
        return new DeviceUsage(memory, weights.bytes(device), sessionBytes(device));
    }

    /**
     * Plans by priority alone.
     *
     * @throws PlacementException if no device supports an operation, or memory does not suffice
     */
    public Plan plan(Graph graph) {
        return plan(graph, Placement.priority());
    }

    /**
     * Decides where everything lives and runs. Nothing is allocated and nothing runs.
     *
     * @throws PlacementException if a pin cannot be honoured, no device supports an operation, or memory does not suffice
     */
    public Plan plan(Graph graph, Placement placement) {
        requireOpen();
        List<ActiveDevice> alive =
                devices.stream().filter(device -> !device.isLost()).toList();
        requireReachable(placement, alive);
        List<Device> planned = alive.stream().map(ActiveDevice::device).toList();
        Plan plan = planner.plan(planned, budgets(alive), graph, placement, homes.of(graph));
        homes.learn(plan);
        return plan;
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

    /** What a plan may take on each device: what is free, and what this scheduler holds already. */
    private Map<String, Long> budgets(List<ActiveDevice> alive) {
        Map<String, Long> budgets = new HashMap<>();
        for (ActiveDevice device : alive) {
            MemoryInfo memory = device.device().memory();
            if (memory.freeBytes().isPresent()) {
                long held = weights.bytes(device) + sessionBytes(device);
                budgets.put(device.id(), memory.freeBytes().getAsLong() + held);
            }
        }
        return budgets;
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
