package io.tandem.backend.opencl;

import io.tandem.backend.OptionReader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The options of the provider {@code opencl}.
 *
 * @param devices the numbers of the devices that may be used, such as {@code 0,2}; empty for all. Ids keep their numbers.
 *     Where the option is not given, the environment variable TANDEM_OPENCL_DEVICES counts.
 * @param logicalDevices how many devices each physical one is shown as
 * @param maxAllocationBytes the largest buffer, where the device itself allows more
 * @param disabled features to treat as absent
 * @param programCache the folder in which built programs outlive the process; null for none
 */
record OpenClOptions(
        Set<Integer> devices,
        int logicalDevices,
        long maxAllocationBytes,
        Set<OpenClFeature> disabled,
        @Nullable Path programCache) {
    static final String DEVICES = "devices";
    static final String LOGICAL_DEVICES = "logicalDevices";
    static final String MAX_ALLOCATION_BYTES = "maxAllocationBytes";
    static final String DISABLE = "disable";
    static final String PROGRAM_CACHE = "programCache";
    static final String DEVICES_VARIABLE = "TANDEM_OPENCL_DEVICES";

    /** More would only be a mistake: each takes memory and threads of its own. */
    private static final int MOST_LOGICAL_DEVICES = 64;

    static OpenClOptions read(Map<String, String> options, Map<String, String> environment) {
        Map<String, String> given = new HashMap<>(options);
        String variable = environment.get(DEVICES_VARIABLE);
        if (variable != null) {
            given.putIfAbsent(DEVICES, variable);
        }
        OptionReader reader = OptionReader.of(
                OpenClProvider.NAME, given, DEVICES, LOGICAL_DEVICES, MAX_ALLOCATION_BYTES, DISABLE, PROGRAM_CACHE);
        return new OpenClOptions(
                numbers(reader.list(DEVICES)),
                (int) Math.min(reader.number(LOGICAL_DEVICES, 1, 1), MOST_LOGICAL_DEVICES),
                reader.number(MAX_ALLOCATION_BYTES, Long.MAX_VALUE, 1),
                features(reader.list(DISABLE)),
                folder(given.get(PROGRAM_CACHE)));
    }

    private static @Nullable Path folder(@Nullable String path) {
        return path == null ? null : Path.of(path);
    }

    boolean shows(int device) {
        return devices.isEmpty() || devices.contains(device);
    }

    private static Set<Integer> numbers(List<String> entries) {
        Set<Integer> numbers = new TreeSet<>();
        for (String entry : entries) {
            try {
                numbers.add(Integer.parseUnsignedInt(entry));
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(
                        "Option " + DEVICES + " (or " + DEVICES_VARIABLE
                                + ") must be device numbers separated by commas, not '" + entry + "'",
                        e);
            }
        }
        return numbers;
    }

    private static Set<OpenClFeature> features(List<String> entries) {
        Set<OpenClFeature> features = EnumSet.noneOf(OpenClFeature.class);
        for (String entry : entries) {
            features.add(Arrays.stream(OpenClFeature.values())
                    .filter(feature -> feature.label().equals(entry))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("Option " + DISABLE + " does not know '" + entry
                            + "'; it takes: "
                            + Arrays.stream(OpenClFeature.values())
                                    .map(OpenClFeature::label)
                                    .collect(Collectors.joining(", ")))));
        }
        return features;
    }
}
