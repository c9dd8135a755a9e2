package io.tandem.scheduler.device;

import io.tandem.backend.BackendException;
import io.tandem.backend.Device;
import io.tandem.backend.DeviceInfo;
import io.tandem.backend.MemoryInfo;
import org.jspecify.annotations.Nullable;

/** An open device and whether it still works. Compared by identity; safe for any number of threads. */
public final class ActiveDevice implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(ActiveDevice.class.getName());

    private final Device device;
    private final DeviceInfo info;
    private volatile @Nullable BackendException loss;

    /** Takes over an open device. */
    public ActiveDevice(Device device) {
        this.device = device;
        this.info = device.info();
    }

    /** The device. */
    public Device device() {
        return device;
    }

    /** What is known of it. */
    public DeviceInfo info() {
        return info;
    }

    /** Its id. */
    public String id() {
        return info.id();
    }

    /** Whether it has been lost. */
    public boolean isLost() {
        return loss != null;
    }

    /** Its memory as it is now. */
    public MemoryInfo memory() {
        try {
            return device.memory();
        } catch (BackendException failure) {
            observe(failure);
            throw failure;
        }
    }

    /** Refuses all further work on this device if {@code failure} is one of its own and says that it is gone. */
    public void observe(BackendException failure) {
        if (failure.kind() == BackendException.Kind.DEVICE_LOST
                && failure.deviceId().equals(id())
                && loss == null) {
            loss = failure;
            LOG.log(System.Logger.Level.WARNING, "{0} is lost: {1}", info, failure.getMessage());
        }
    }

    /**
     * Fails fast where nothing can work any more.
     *
     * @throws BackendException of kind DEVICE_LOST if the device has been lost
     */
    public void requireAlive() {
        BackendException known = loss;
        if (known != null) {
            throw new BackendException(
                    BackendException.Kind.DEVICE_LOST,
                    id(),
                    id() + " has been lost: " + known.getMessage() + ". Plan again without it",
                    known);
        }
    }

    @Override
    public void close() {
        device.close();
    }

    @Override
    public String toString() {
        return info.toString();
    }
}
