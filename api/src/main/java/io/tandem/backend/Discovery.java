package io.tandem.backend;

import java.util.List;

/** What a provider found. */
public sealed interface Discovery {
    /**
     * The driver is there.
     *
     * @param devices the devices that can be opened, in an order that is the same each time
     * @param refused the devices that cannot be used, with reasons
     */
    record Found(List<DeviceInfo> devices, List<Refused> refused) implements Discovery {
        /** Copies the lists. */
        public Found {
            devices = List.copyOf(devices);
            refused = List.copyOf(refused);
        }
    }

    /** The backend cannot be used on this machine: the reason and, where there is one, the remedy. */
    record Unavailable(String reason) implements Discovery {}

    /** A device that was seen and cannot be used. */
    record Refused(String description, String reason) {}
}
