package io.tandem.inference.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Where a command computes. */
final class PlacementOptions {
    @Mixin
    private final DeviceOptions devices = new DeviceOptions();

    @Option(
            names = "--pin",
            paramLabel = "REGEX=DEVICE",
            description = "Runs or keeps all tensors whose names match on this device. May be repeated.")
    private Map<String, String> pins = new LinkedHashMap<>();

    /** What there is to compute on. */
    DeviceOptions devices() {
        return devices;
    }

    /** Devices by the pattern of the names that they get. */
    Map<String, String> pins() {
        return pins;
    }
}
