package io.tandem.backend.queue;

/** Something that was made on a device and goes with it. */
public interface DeviceChild {
    /** Frees the driver's objects. Called once, while the device is still there and no longer uses them. */
    void destroy();
}
