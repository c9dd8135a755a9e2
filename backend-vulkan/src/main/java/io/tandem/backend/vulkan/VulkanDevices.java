package io.tandem.backend.vulkan;

import io.tandem.backend.DeviceInfo;
import io.tandem.backend.Discovery;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The physical devices of this machine, best first; a device's place in the list is its number.
 *
 * @param devices those that can be used and those that cannot, so that numbers do not depend on options
 */
record VulkanDevices(List<PhysicalDevice> devices, VulkanOptions options) {
    /** By kind, then by place on the bus, then by UUID: the same on each run, whatever order the drivers are found in. */
    private static final Comparator<PhysicalDevice> ORDER = Comparator.comparing(PhysicalDevice::kind)
            .thenComparing(PhysicalDevice::pciAddress, Comparator.nullsLast(Comparator.naturalOrder()))
            .thenComparing(PhysicalDevice::uuid, Comparator.nullsLast(Comparator.naturalOrder()))
            .thenComparing(PhysicalDevice::name);

    /** Asks all drivers. Owner's thread only. */
    static VulkanDevices find(VulkanOptions options) {
        VulkanInstance instance = VulkanOwner.process().instance(options.validation());
        return new VulkanDevices(
                instance.physicalDevices().stream()
                        .map(device -> DeviceQuery.ask(device, options))
                        .sorted(ORDER)
                        .toList(),
                options);
    }

    /** What the provider answers. */
    Discovery discovery() {
        if (devices.isEmpty()) {
            return new Discovery.Unavailable(
                    "The Vulkan drivers see no device. Check that the GPU's driver is installed and that this user may"
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
            return "left out by the option " + VulkanOptions.DEVICES + " or by " + VulkanOptions.DEVICES_VARIABLE;
        }
        return device.missing().isEmpty() ? null : "it lacks " + String.join(", ", device.missing());
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
        return VulkanProvider.NAME + ":" + number + (logical == 0 ? "" : "/" + logical);
    }

    private static DeviceInfo info(String id, PhysicalDevice device) {
        return new DeviceInfo(
                id,
                VulkanProvider.NAME,
                device.name(),
                device.kind(),
                device.isSoftware(),
                device.uuid(),
                device.pciAddress(),
                device.memoryNow(),
                device.limits(),
                device.featureLabels());
    }
}
