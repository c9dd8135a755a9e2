package io.tandem.scheduler.weights;

import io.tandem.backend.DeviceBuffer;
import io.tandem.backend.WeightLayout;
import io.tandem.graph.Weight;
import io.tandem.scheduler.device.ActiveDevice;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** The weights that a session keeps on devices. For one thread at a time. */
public final class WeightLeases implements AutoCloseable {
    private final WeightStore store;
    private final Map<WeightKey, WeightStore.Lease> leases = new HashMap<>();

    /** Nothing yet. */
    public WeightLeases(WeightStore store) {
        this.store = store;
    }

    /**
     * The weight's bytes on a device, loaded now if they are not there.
     *
     * @param progress told the bytes of each piece that is loaded
     * @throws io.tandem.backend.BackendException if it does not fit or the device fails
     */
    public DeviceBuffer at(ActiveDevice device, Weight weight, @Nullable WeightLayout layout, LongConsumer progress) {
        WeightKey key = WeightKey.of(weight, device, layout);
        WeightStore.Lease lease = leases.get(key);
        if (lease == null) {
            lease = store.acquire(device, weight, layout, progress);
            leases.put(key, lease);
        }
        return lease.buffer();
    }

    /** Whether using the weight there takes no memory of the device, since it is there or is used where it lies. */
    public boolean isResident(ActiveDevice device, Weight weight, @Nullable WeightLayout layout) {
        WeightKey key = WeightKey.of(weight, device, layout);
        if (leases.containsKey(key) || store.isResident(device, weight, layout)) {
            return true;
        }
        Optional<WeightStore.Lease> inPlace = layout == null ? store.acquireInPlace(device, weight) : Optional.empty();
        inPlace.ifPresent(lease -> leases.put(key, lease));
        return inPlace.isPresent();
    }

    /** Gives everything back. */
    public void clear() {
        leases.values().forEach(WeightStore.Lease::close);
        leases.clear();
    }

    @Override
    public void close() {
        clear();
    }
}
