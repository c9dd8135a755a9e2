package io.tandem.backend;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a device without opening it.
 *
 * @param id the provider's name and a number, such as {@code vulkan:0}; the same on each run on an unchanged machine. A
 *     second logical device on the same hardware is {@code vulkan:0/1}.
 * @param provider the provider's name
 * @param description the driver's name of the device
 * @param kind what it is
 * @param software whether a CPU plays a GPU here: such a device is used only when asked for
 * @param uuid the driver's UUID of the device in lower-case hexadecimal, if it tells: the same device through two
 *     interfaces has one
 * @param pciAddress {@code domain:bus:device.function} in lower-case hexadecimal, if known
 * @param memory its memory when it was found
 * @param limits what it can hold at once
 * @param features the optional features that it has and the backend can use, for people to read
 */
public record DeviceInfo(
        String id,
        String provider,
        String description,
        DeviceKind kind,
        boolean software,
        @Nullable String uuid,
        @Nullable String pciAddress,
        MemoryInfo memory,
        Limits limits,
        List<String> features) {
    /** Copies the features. */
    public DeviceInfo {
        features = List.copyOf(features);
    }

    /** The id and the description. */
    @Override
    public String toString() {
        return id + " (" + description + ")";
    }
}
