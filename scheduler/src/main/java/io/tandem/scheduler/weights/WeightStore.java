package io.tandem.scheduler.weights;

import io.tandem.backend.DeviceBuffer;
import io.tandem.backend.WeightLayout;
import io.tandem.graph.Weight;
import io.tandem.scheduler.device.ActiveDevice;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The weights of a scheduler: each is loaded once per device and layout, however many sessions and plans use it, and
 * freed with its last lease. Safe for any number of threads; two that need one weight wait for one load.
 */
public final class WeightStore {
    private final Map<WeightKey, Resident> residents = new HashMap<>();

    /** A weight on a device, kept there until {@link #close}. */
    public final class Lease implements AutoCloseable {
        private final WeightKey key;
        private final DeviceBuffer buffer;
        private boolean closed;

        private Lease(WeightKey key, DeviceBuffer buffer) {
            this.key = key;
            this.buffer = buffer;
        }

        /** The weight's bytes as stored there. */
        public DeviceBuffer buffer() {
            return buffer;
        }

        @Override
        public void close() {
            boolean first;
            synchronized (this) {
                first = !closed;
                closed = true;
            }
            if (first) {
                release(key);
            }
        }
    }

    /** A loaded weight, or one that is being loaded by the thread that holds its lock. */
    private static final class Resident {
        private int leases;
        private volatile @Nullable DeviceBuffer buffer;
        private volatile boolean inPlace;
    }

    /** Whether the weight is there. */
    public boolean isResident(ActiveDevice device, Weight weight, @Nullable WeightLayout layout) {
        synchronized (residents) {
            return residents.containsKey(WeightKey.of(weight, device, layout));
        }
    }

    /**
     * Loads the weight unless it is there.
     *
     * @param progress told the bytes of each piece that is loaded
     * @throws io.tandem.backend.BackendException if it does not fit or the device fails
     */
    public Lease acquire(ActiveDevice device, Weight weight, @Nullable WeightLayout layout, LongConsumer progress) {
        WeightLoader loader = new WeightLoader(device, weight, layout, progress);
        return lease(WeightKey.of(weight, device, layout), loader::load, false).orElseThrow();
    }

    /**
     * Uses the weight where it lies on the host, which takes no memory of the device; or where it is, if it is on the device
     * already. Empty: it has to be loaded.
     */
    public Optional<Lease> acquireInPlace(ActiveDevice device, Weight weight) {
        WeightLoader loader = new WeightLoader(device, weight, null, bytes -> {});
        return lease(WeightKey.of(weight, device, null), () -> loader.wrap().orElse(null), true);
    }

    private Optional<Lease> lease(WeightKey key, Supplier<@Nullable DeviceBuffer> source, boolean inPlace) {
        Resident resident;
        synchronized (residents) {
            resident = residents.computeIfAbsent(key, missing -> new Resident());
            resident.leases++;
        }
        DeviceBuffer buffer = null;
        try {
            synchronized (resident) {
                buffer = resident.buffer;
                if (buffer == null) {
                    buffer = source.get();
                    resident.inPlace = inPlace;
                    resident.buffer = buffer;
                }
            }
        } finally {
            if (buffer == null) {
                release(key);
            }
        }
        return buffer == null ? Optional.empty() : Optional.of(new Lease(key, buffer));
    }

    private void release(WeightKey key) {
        Resident resident;
        synchronized (residents) {
            resident = residents.get(key);
            if (resident == null || --resident.leases > 0) {
                return;
            }
            residents.remove(key);
        }
        synchronized (resident) {
            DeviceBuffer buffer = resident.buffer;
            if (buffer != null) {
                buffer.close();
            }
        }
    }

    /** The bytes that weights take on a device. */
    public long bytes(ActiveDevice device) {
        long bytes = 0;
        synchronized (residents) {
            for (Map.Entry<WeightKey, Resident> entry : residents.entrySet()) {
                DeviceBuffer buffer = entry.getValue().buffer;
                boolean counts = entry.getKey().device() == device && !entry.getValue().inPlace;
                bytes += counts && buffer != null ? buffer.byteSize() : 0;
            }
        }
        return bytes;
    }
}
