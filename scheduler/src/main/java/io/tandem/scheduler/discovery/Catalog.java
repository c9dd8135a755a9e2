package io.tandem.scheduler.discovery;

import io.tandem.backend.BackendProvider;
import io.tandem.backend.DeviceInfo;
import io.tandem.scheduler.Unavailable;
import java.util.List;
import java.util.Map;

/**
 * What there is on this machine.
 *
 * @param entries the devices by provider, each provider's in its own order
 * @param unavailable providers and devices that cannot be used
 */
public record Catalog(List<Entry> entries, List<Unavailable> unavailable) {
    /** Copies the lists. */
    public Catalog {
        entries = List.copyOf(entries);
        unavailable = List.copyOf(unavailable);
    }

    /**
     * A device that can be opened.
     *
     * @param options the provider's options
     */
    public record Entry(DeviceInfo info, BackendProvider provider, Map<String, String> options) {
        /** Copies the options. */
        public Entry {
            options = Map.copyOf(options);
        }
    }

    /** The devices without their providers. */
    public List<DeviceInfo> devices() {
        return entries.stream().map(Entry::info).toList();
    }
}
