package io.tandem.scheduler.discovery;

import io.tandem.backend.BackendProvider;
import io.tandem.backend.OptionReader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The options of discovery: {@code allowSoftware}, and those of providers under their names, such as {@code cpu.threads}.
 *
 * @param allowSoftware whether software drivers may be chosen without being named
 * @param byProvider the options of each provider, without the prefix
 */
public record DeviceOptions(boolean allowSoftware, Map<String, Map<String, String>> byProvider) {
    private static final String ALLOW_SOFTWARE = "allowSoftware";

    /** Copies the options. */
    public DeviceOptions {
        byProvider = Map.copyOf(byProvider);
    }

    /**
     * Sorts options by provider.
     *
     * @throws IllegalArgumentException for an option of no known provider, unless one that failed to load may be the one
     */
    public static DeviceOptions read(Map<String, String> options, ProviderLoader.Loaded loaded) {
        List<String> names =
                loaded.providers().stream().map(BackendProvider::name).toList();
        Map<String, Map<String, String>> byProvider = new HashMap<>();
        Map<String, String> own = new HashMap<>();
        options.forEach((name, value) -> {
            int dot = name.indexOf('.');
            if (dot < 0) {
                own.put(name, value);
                return;
            }
            String provider = name.substring(0, dot);
            if (!names.contains(provider) && loaded.failures().isEmpty()) {
                throw new IllegalArgumentException("Option " + name + " is of provider " + provider
                        + ", which is not there; there are: " + String.join(", ", names));
            }
            byProvider.computeIfAbsent(provider, key -> new HashMap<>()).put(name.substring(dot + 1), value);
        });
        boolean allowSoftware =
                OptionReader.of("discovery", own, ALLOW_SOFTWARE).flag(ALLOW_SOFTWARE, false);
        return new DeviceOptions(allowSoftware, byProvider);
    }

    /** The options of a provider. */
    public Map<String, String> of(String provider) {
        return byProvider.getOrDefault(provider, Map.of());
    }
}
