package io.tandem.inference.cli;

import io.tandem.backend.DeviceInfo;
import io.tandem.scheduler.DeviceSelection;
import io.tandem.scheduler.Devices;
import io.tandem.scheduler.Scheduler;
import io.tandem.scheduler.plan.Placement;
import java.util.List;
import java.util.Map;
import java.util.regex.PatternSyntaxException;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Devices, a scheduler on them and a placement, as the command line asks for them. */
final class Engine implements AutoCloseable {
    private final Devices devices;
    private final Scheduler scheduler;
    private final Placement placement;

    private Engine(Devices devices, Scheduler scheduler, Placement placement) {
        this.devices = devices;
        this.scheduler = scheduler;
        this.placement = placement;
    }

    /**
     * Opens the devices.
     *
     * @throws ParameterException for a device, option or pin that makes no sense here
     */
    static Engine open(PlacementOptions options, CommandLine line) {
        Devices devices = discover(options.devices(), line);
        try {
            DeviceSelection selection = select(devices, options.devices(), line);
            Placement placement = placement(options.pins(), selection, line);
            return new Engine(devices, Scheduler.of(selection), placement);
        } catch (RuntimeException e) {
            devices.close();
            throw e;
        }
    }

    static Devices discover(DeviceOptions options, CommandLine line) {
        try {
            return Devices.discover(options.discovery());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(line, e.getMessage(), e);
        }
    }

    static DeviceSelection select(Devices devices, DeviceOptions options, CommandLine line) {
        try {
            return devices.select(options.devices().orElse(""));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(line, e.getMessage(), e);
        }
    }

    private static Placement placement(Map<String, String> pins, DeviceSelection selection, CommandLine line) {
        NamedValues.requireDistinct(line, "--pin");
        List<String> known = selection.devices().stream().map(DeviceInfo::id).toList();
        Placement placement = Placement.priority();
        for (Map.Entry<String, String> pin : pins.entrySet()) {
            if (!known.contains(pin.getValue())) {
                throw new ParameterException(
                        line, "--pin: '" + pin.getValue() + "' is none of the devices in use, which are " + known);
            }
            try {
                placement = placement.pin(pin.getKey(), pin.getValue());
            } catch (PatternSyntaxException e) {
                throw new ParameterException(line, "--pin: " + e.getMessage(), e);
            }
        }
        return placement;
    }

    Scheduler scheduler() {
        return scheduler;
    }

    Placement placement() {
        return placement;
    }

    @Override
    public void close() {
        scheduler.close();
        devices.close();
    }
}
