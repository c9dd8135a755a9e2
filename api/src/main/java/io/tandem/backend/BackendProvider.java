package io.tandem.backend;

import java.util.Map;

/**
 * A backend: finds the devices of one kind of driver and opens them. Found through {@link java.util.ServiceLoader}; its
 * constructor does nothing that can fail. Safe for any number of threads.
 *
 * <p>Options are strings by name, read with {@link OptionReader}; unknown ones are an {@link IllegalArgumentException}.
 */
public interface BackendProvider {
    /** Returns {@link Spi#VERSION}, which is the version that the backend was compiled against. */
    int spiVersion();

    /** A short lower-case name, such as {@code cpu}: the part of device ids before the colon. */
    String name();

    /**
     * Looks for devices. A missing driver is a result, not an exception.
     *
     * @throws IllegalArgumentException for unknown or malformed options
     */
    Discovery discover(Map<String, String> options);

    /**
     * Opens a device that {@link #discover} found with the same options. The same physical device may be opened any number
     * of times.
     *
     * @throws BackendException if the device cannot be opened
     */
    Device open(DeviceInfo device, Map<String, String> options);
}
