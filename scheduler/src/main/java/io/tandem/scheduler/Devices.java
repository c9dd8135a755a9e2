package io.tandem.scheduler;

import io.tandem.backend.BackendException;
import io.tandem.backend.BackendProvider;
import io.tandem.backend.Device;
import io.tandem.backend.DeviceInfo;
import io.tandem.backend.MemoryInfo;
import io.tandem.scheduler.device.ActiveDevice;
import io.tandem.scheduler.discovery.Catalog;
import io.tandem.scheduler.discovery.CatalogReader;
import io.tandem.scheduler.discovery.DeviceOptions;
import io.tandem.scheduler.discovery.ProviderLoader;
import io.tandem.scheduler.discovery.Selector;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The devices of this machine, whatever backend they come from. Devices are opened when a scheduler first needs them, and
 * shared by all schedulers that are made from one {@code Devices}.
 *
 * <p>Options are strings by name: {@code allowSoftware} (true to choose software drivers without their being named), and the
 * options of each backend under its name, such as {@code cpu.threads}.
 *
 * <p>Safe for any number of threads. Closing is idempotent and closes the schedulers first.
 */
public final class Devices implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Devices.class.getName());

    private final Catalog catalog;
    private final boolean allowSoftware;
    private final Map<String, ActiveDevice> open = new LinkedHashMap<>();
    private final List<ActiveDevice> retired = new ArrayList<>();
    private final Set<Scheduler> schedulers = new LinkedHashSet<>();
    private boolean closed;

    private Devices(ProviderLoader.Loaded loaded, Map<String, String> options) {
        DeviceOptions read = DeviceOptions.read(options, loaded);
        catalog = CatalogReader.read(loaded, read);
        allowSoftware = read.allowSoftware();
        for (Unavailable missing : catalog.unavailable()) {
            LOG.log(System.Logger.Level.DEBUG, "{0} is unavailable: {1}", missing.description(), missing.reason());
        }
    }

    /** Asks every backend on the class path and the module path for its devices. Broken ones are listed, not thrown. */
    public static Devices discover() {
        return discover(Map.of());
    }

    /**
     * The same with options.
     *
     * @throws IllegalArgumentException for an option that nobody knows
     */
    public static Devices discover(Map<String, String> options) {
        return new Devices(ProviderLoader.load(), options);
    }

    /** The devices of backends that the caller made. */
    public static Devices of(BackendProvider... providers) {
        return of(List.of(providers), Map.of());
    }

    /**
     * The same with options.
     *
     * @throws IllegalArgumentException for an option that nobody knows
     */
    public static Devices of(List<BackendProvider> providers, Map<String, String> options) {
        return new Devices(ProviderLoader.of(providers), options);
    }

    /** All devices that can be opened, by backend. */
    public List<DeviceInfo> list() {
        return catalog.devices();
    }

    /** The backends and devices that cannot be used, with reasons. */
    public List<Unavailable> unavailable() {
        return catalog.unavailable();
    }

    /**
     * The memory of a device as it is now; opens the device.
     *
     * @throws IllegalArgumentException if there is no such device
     * @throws BackendException if it cannot be opened
     */
    public MemoryInfo memory(String id) {
        ActiveDevice device = open(id);
        device.requireAlive();
        return device.memory();
    }

    /** The default order: discrete GPUs, other accelerators, integrated GPUs, the CPU; each piece of hardware once. */
    public DeviceSelection select() {
        return select("");
    }

    /**
     * Devices in the order of a list such as {@code gpu,cpu} or {@code vulkan:0,opencl:0,cpu}: ids, the kinds gpu, integrated,
     * accelerator and cpu, and names of backends. A CPU is added at the end when none is listed. Kinds and names take each
     * piece of hardware once and no software drivers, unless they are allowed.
     *
     * @throws IllegalArgumentException for a word that names nothing; the message lists what there is
     * @throws BackendException of kind UNAVAILABLE if there is no device at all
     */
    public DeviceSelection select(String list) {
        Selector.Result result = new Selector(catalog, allowSoftware).select(list);
        DeviceSelection selection = new DeviceSelection(this, result);
        selection.requireAny();
        return selection;
    }

    /** The open device, opened now if need be. One that was lost is opened anew. */
    synchronized ActiveDevice open(String id) {
        requireOpen();
        ActiveDevice known = open.get(id);
        if (known != null && !known.isLost()) {
            return known;
        }
        for (Catalog.Entry entry : catalog.entries()) {
            if (entry.info().id().equals(id)) {
                ActiveDevice device = new ActiveDevice(open(entry));
                if (known != null) {
                    retired.add(known);
                }
                open.put(id, device);
                LOG.log(System.Logger.Level.INFO, "Opened {0}", entry.info());
                return device;
            }
        }
        throw new IllegalArgumentException("No device " + id + "; there are " + list());
    }

    private static Device open(Catalog.Entry entry) {
        DeviceInfo info = entry.info();
        try {
            return entry.provider().open(info, entry.options());
        } catch (BackendException failure) {
            throw failure;
        } catch (RuntimeException | LinkageError failure) {
            throw new BackendException(
                    BackendException.Kind.INTERNAL,
                    info.id(),
                    "Opening " + info + " failed: " + failure + ". See the cause",
                    failure);
        }
    }

    synchronized void register(Scheduler scheduler) {
        requireOpen();
        schedulers.add(scheduler);
    }

    synchronized void forget(Scheduler scheduler) {
        schedulers.remove(scheduler);
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("Devices is closed");
        }
    }

    /** Closes the schedulers, then the devices. Idempotent. */
    @Override
    public void close() {
        List<Scheduler> children;
        synchronized (this) {
            closed = true;
            children = new ArrayList<>(schedulers);
        }
        children.reversed().forEach(Scheduler::close);
        List<ActiveDevice> devices = new ArrayList<>();
        synchronized (this) {
            devices.addAll(retired);
            devices.addAll(open.values());
            retired.clear();
            open.clear();
        }
        devices.reversed().forEach(ActiveDevice::close);
    }
}
