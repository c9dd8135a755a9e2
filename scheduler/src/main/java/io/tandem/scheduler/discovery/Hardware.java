package io.tandem.scheduler.discovery;

import io.tandem.backend.DeviceInfo;
import java.util.Locale;

/** Tells whether two devices are the same hardware seen through two interfaces. */
final class Hardware {
    private Hardware() {}

    static boolean same(DeviceInfo a, DeviceInfo b) {
        if (a.uuid() != null && b.uuid() != null) {
            return equal(a.uuid(), b.uuid());
        }
        if (a.pciAddress() != null && b.pciAddress() != null) {
            return equal(a.pciAddress(), b.pciAddress());
        }
        if (isLogicalPair(a, b)) {
            return true;
        }
        // Some OpenCL drivers tell neither: a GPU that they describe in another interface's words is the same one.
        return (a.provider().equals("opencl") != b.provider().equals("opencl"))
                && a.kind() == b.kind()
                && !a.description().isBlank()
                && equal(a.description(), b.description());
    }

    /** {@code vulkan:0} and {@code vulkan:0/1}. */
    private static boolean isLogicalPair(DeviceInfo a, DeviceInfo b) {
        return physical(a.id()).equals(physical(b.id()));
    }

    private static String physical(String id) {
        int slash = id.indexOf('/');
        return slash < 0 ? id : id.substring(0, slash);
    }

    private static boolean equal(String a, String b) {
        return a.toLowerCase(Locale.ROOT).equals(b.toLowerCase(Locale.ROOT));
    }
}
