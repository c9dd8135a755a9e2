package io.tandem.backend.opencl;

import io.tandem.backend.DeviceKind;
import io.tandem.backend.Limits;
import io.tandem.backend.gpu.Traits;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jocl.cl_device_id;
import org.jocl.cl_platform_id;
import org.jspecify.annotations.Nullable;

/**
 * What a driver tells of a device without opening it.
 *
 * @param name the driver's name of the device
 * @param platformName the driver's own name
 * @param driver the driver's version
 * @param version the version of OpenCL that the device speaks, such as {@code 3.0}
 * @param uuid the device's UUID in hexadecimal, if the driver tells
 * @param pciAddress its place on the PCI bus, if the driver tells
 * @param features the optional features that it has and that are not disabled
 * @param missing what it lacks of what this backend needs
 * @param memoryBytes its memory
 * @param limits what it can hold at once
 * @param compute what a kernel may use
 */
record PhysicalDevice(
        cl_platform_id platform,
        cl_device_id handle,
        String name,
        String platformName,
        String driver,
        String version,
        DeviceKind kind,
        @Nullable String uuid,
        @Nullable String pciAddress,
        Set<OpenClFeature> features,
        List<String> missing,
        long memoryBytes,
        Limits limits,
        ComputeLimits compute) {
    /**
     * What a kernel may use.
     *
     * @param localMemoryBytes local memory of a work group
     * @param groupThreads threads of a work group
     * @param exactDivision whether division and square root can be rounded to the last bit
     */
    record ComputeLimits(long localMemoryBytes, long groupThreads, boolean exactDivision) {}

    /**
     * What decides between kernels.
     *
     * @param ptx whether kernels may have NVIDIA's instructions in them
     */
    Traits traits(boolean ptx) {
        return new Traits(
                (int) Math.min(Integer.MAX_VALUE, compute.groupThreads()),
                (int) Math.min(Integer.MAX_VALUE, compute.localMemoryBytes()),
                ptx,
                ptx,
                isSoftware());
    }

    boolean has(OpenClFeature feature) {
        return features.contains(feature);
    }

    /** Whether a CPU plays the device. */
    boolean isSoftware() {
        return kind == DeviceKind.CPU;
    }

    /** Whether this is the same hardware as {@code other}, seen through another driver. */
    boolean isSameAs(PhysicalDevice other) {
        return (uuid != null && uuid.equals(other.uuid)) || (pciAddress != null && pciAddress.equals(other.pciAddress));
    }

    /** The version and the features, for people. */
    List<String> featureLabels() {
        return Stream.concat(Stream.of("opencl-" + version), features.stream().map(OpenClFeature::label))
                .toList();
    }
}
