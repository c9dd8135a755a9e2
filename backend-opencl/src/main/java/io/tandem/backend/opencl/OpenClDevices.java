package io.tandem.backend.opencl;

import io.tandem.backend.BackendException;
import io.tandem.backend.DeviceInfo;
import io.tandem.backend.Discovery;
import io.tandem.backend.MemoryInfo;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jocl.cl_device_id;
import org.jocl.cl_platform_id;
import org.jspecify.annotations.Nullable;

/**
 * The physical devices of this machine, best first; a device's place in the list is its number.
 *
 * @param devices those that can be used and those that cannot, so that numbers do not depend on options
 */
record OpenClDevices(List<PhysicalDevice> devices, OpenClOptions options) {
    /** By kind, then by place on the bus, then by UUID: the same on each run, whatever order the drivers are found in. */
    private static final Comparator<PhysicalDevice> ORDER = Comparator.comparing(PhysicalDevice::kind)
            .thenComparing(PhysicalDevice::pciAddress, Comparator.nullsLast(Comparator.naturalOrder()))
            .thenComparing(PhysicalDevice::uuid, Comparator.nullsLast(Comparator.naturalOrder()))
            .thenComparing(PhysicalDevice::platformName)
            .thenComparing(PhysicalDevice::name);

    /**
     * Asks all drivers.
     *
     * @throws BackendException of kind UNAVAILABLE if there is no driver
     * @throws LinkageError if there is no loader, or JOCL cannot run
     */
    static OpenClDevices find(OpenClOptions options) {
        List<PhysicalDevice> devices = new ArrayList<>();
        for (cl_platform_id platform : Cl.platforms()) {
            for (cl_device_id device : Cl.devices(platform)) {
                devices.add(DeviceQuery.ask(platform, device, options));
            }
        }
        devices.sort(ORDER);
        return new OpenClDevices(List.copyOf(devices), options);
    }

    /** What the provider answers. */
    Discovery discovery() {
        if (devices.isEmpty()) {
            return new Discovery.Unavailable(
                    "The OpenCL drivers see no device. Check that the device's driver is installed and that this user may"
                            + " open its device files.");
        }
        List<DeviceInfo> found = new ArrayList<>();
        List<Discovery.Refused> refused = new ArrayList<>();
        for (int number = 0; number < devices.size(); number++) {
            PhysicalDevice device = devices.get(number);
            String reason = refusal(number);
            if (reason != null) {
                refused.add(new Discovery.Refused(device.name(), reason));
            } else {
                for (int logical = 0; logical < options.logicalDevices(); logical++) {
                    found.add(info(id(number, logical), device));
                }
            }
        }
        return new Discovery.Found(found, refused);
    }

    private @Nullable String refusal(int number) {
        PhysicalDevice device = devices.get(number);
        if (!options.shows(number)) {
            return "left out by the option " + OpenClOptions.DEVICES + " or by " + OpenClOptions.DEVICES_VARIABLE;
        }
        if (!device.missing().isEmpty()) {
            return "it lacks " + String.join(", ", device.missing());
        }
        int shown = shownAs(number);
        return shown == number
                ? null
                : "it is " + id(shown, 0) + " seen through another driver, " + device.platformName();
    }

    /** The number under which a device is shown: that of the first driver whose device may be used. */
    private int shownAs(int number) {
        for (int earlier = 0; earlier < number; earlier++) {
            if (devices.get(number).isSameAs(devices.get(earlier))) {
                int shown = shownAs(earlier);
                if (refusal(shown) == null) {
                    return shown;
                }
            }
        }
        return number;
    }

    /** The physical device behind an id of {@link #discovery}. */
    Optional<PhysicalDevice> find(DeviceInfo info) {
        for (int number = 0; number < devices.size(); number++) {
            for (int logical = 0; logical < options.logicalDevices(); logical++) {
                PhysicalDevice device = devices.get(number);
                if (id(number, logical).equals(info.id())
                        && device.name().equals(info.description())
                        && refusal(number) == null) {
                    return Optional.of(device);
                }
            }
        }
        return Optional.empty();
    }

    private static String id(int number, int logical) {
        return OpenClProvider.NAME + ":" + number + (logical == 0 ? "" : "/" + logical);
    }

    private static DeviceInfo info(String id, PhysicalDevice device) {
        return new DeviceInfo(
                id,
                OpenClProvider.NAME,
                device.name(),
                device.kind(),
                device.isSoftware(),
                device.uuid(),
                device.pciAddress(),
                new MemoryInfo(device.memoryBytes(), OptionalLong.empty()),
                device.limits(),
                device.featureLabels());
    }
}
