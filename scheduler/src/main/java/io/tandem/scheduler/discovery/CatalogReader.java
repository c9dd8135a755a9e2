package io.tandem.scheduler.discovery;

import io.tandem.backend.BackendProvider;
import io.tandem.backend.DeviceInfo;
import io.tandem.backend.Discovery;
import io.tandem.scheduler.Unavailable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Asks each provider for its devices. Nothing that a provider does but refuse an option ends the search. */
public final class CatalogReader {
    private final List<Catalog.Entry> entries = new ArrayList<>();
    private final List<Unavailable> unavailable = new ArrayList<>();
    private final Set<String> ids = new HashSet<>();

    private CatalogReader() {}

    /**
     * Reads the devices of all providers.
     *
     * @throws IllegalArgumentException for an option that its provider refuses
     */
    public static Catalog read(ProviderLoader.Loaded loaded, DeviceOptions options) {
        CatalogReader reader = new CatalogReader();
        for (BackendProvider provider : loaded.providers()) {
            reader.ask(provider, options.of(provider.name()));
        }
        reader.unavailable.addAll(loaded.failures());
        return new Catalog(reader.entries, reader.unavailable);
    }

    private void ask(BackendProvider provider, Map<String, String> options) {
        try {
            switch (provider.discover(options)) {
                case Discovery.Found found -> add(provider, options, found);
                case Discovery.Unavailable missing -> refuse(provider, provider.name(), missing.reason(), null);
            }
        } catch (IllegalArgumentException failure) {
            if (!options.isEmpty()) {
                throw failure;
            }
            refuse(provider, provider.name(), "discovery failed: " + failure, failure);
        } catch (Exception | LinkageError | AssertionError failure) {
            refuse(provider, provider.name(), "discovery failed: " + failure, failure);
        }
    }

    private void add(BackendProvider provider, Map<String, String> options, Discovery.Found found) {
        for (DeviceInfo info : found.devices()) {
            if (ids.add(info.id())) {
                entries.add(new Catalog.Entry(info, provider, options));
            } else {
                refuse(provider, info.description(), "there is a device " + info.id() + " already", null);
            }
        }
        found.refused().forEach(refused -> refuse(provider, refused.description(), refused.reason(), null));
    }

    private void refuse(
            BackendProvider provider,
            String description,
            String reason,
            @org.jspecify.annotations.Nullable Throwable cause) {
        unavailable.add(new Unavailable(provider.name(), description, reason, cause));
    }
}
