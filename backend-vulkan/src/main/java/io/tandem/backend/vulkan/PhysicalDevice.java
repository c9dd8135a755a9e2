package io.tandem.backend.vulkan;

import static org.lwjgl.vulkan.VK12.*;

import io.tandem.backend.DeviceKind;
import io.tandem.backend.Limits;
import io.tandem.backend.MemoryInfo;
import io.tandem.backend.gpu.KernelFile;
import io.tandem.backend.gpu.Traits;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.EXTMemoryBudget;
import org.lwjgl.vulkan.VkPhysicalDevice;
import org.lwjgl.vulkan.VkPhysicalDeviceMemoryBudgetPropertiesEXT;
import org.lwjgl.vulkan.VkPhysicalDeviceMemoryProperties2;

/**
 * What a driver tells of a device without opening it.
 *
 * @param name the driver's name of the device
 * @param driver the driver and its version
 * @param apiVersion the version of Vulkan that the device speaks
 * @param uuid the device's UUID in hexadecimal, if it has one
 * @param pciAddress its place on the PCI bus, if the driver tells
 * @param extensions the device extensions that it offers
 * @param features the optional features that it has and that are not disabled
 * @param missing what it lacks of what this backend needs
 * @param queues where its queues are
 * @param memory its kinds of memory
 * @param limits what it can hold at once
 * @param compute what a kernel may use
 */
record PhysicalDevice(
        VkPhysicalDevice handle,
        String name,
        String driver,
        int apiVersion,
        DeviceKind kind,
        @Nullable String uuid,
        @Nullable String pciAddress,
        Set<String> extensions,
        Set<VulkanFeature> features,
        List<String> missing,
        QueueFamilies queues,
        MemoryTypes memory,
        Limits limits,
        ComputeLimits compute) {
    /**
     * What a kernel may use.
     *
     * @param sharedMemoryBytes shared memory of a work group
     * @param pushConstantBytes bytes of push constants
     * @param groupThreads threads of a work group
     * @param subgroupThreads threads of a subgroup, as the driver chooses by itself
     */
    record ComputeLimits(int sharedMemoryBytes, int pushConstantBytes, int groupThreads, int subgroupThreads) {}

    /** What decides between kernels. */
    Traits traits() {
        return new Traits(
                compute.groupThreads(),
                compute.sharedMemoryBytes(),
                has(VulkanFeature.SUBGROUPS),
                has(VulkanFeature.COOPERATIVE_MATRIX),
                isSoftware());
    }

    boolean has(VulkanFeature feature) {
        return features.contains(feature);
    }

    /** Whether a CPU plays the device. */
    boolean isSoftware() {
        return kind == DeviceKind.CPU;
    }

    /** Whether the device works in the host's memory. */
    boolean isUnified() {
        return kind == DeviceKind.CPU || kind == DeviceKind.INTEGRATED_GPU;
    }

    /** The version and the features, for people. */
    List<String> featureLabels() {
        return Stream.concat(
                        Stream.of("vulkan-" + VulkanInstance.versionText(apiVersion)),
                        features.stream().map(VulkanFeature::label))
                .toList();
    }

    /** The heap that kernels work in: its size, and what is free of it if the driver tells. */
    MemoryInfo memoryNow() {
        int heap = memory.kernelHeap(isUnified());
        long total = memory.heapBytes().get(heap);
        if (!has(VulkanFeature.MEMORY_BUDGET)) {
            return new MemoryInfo(total, OptionalLong.empty());
        }
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var budget = VkPhysicalDeviceMemoryBudgetPropertiesEXT.calloc(stack)
                    .sType(EXTMemoryBudget.VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_BUDGET_PROPERTIES_EXT);
            vkGetPhysicalDeviceMemoryProperties2(
                    handle,
                    VkPhysicalDeviceMemoryProperties2.calloc(stack)
                            .sType$Default()
                            .pNext(budget.address()));
            long free = budget.heapBudget(heap) - budget.heapUsage(heap);
            return new MemoryInfo(total, OptionalLong.of(Math.clamp(free, 0, total)));
        }
    }

    /** The file of the device's pipelines in a folder: drivers and devices have files of their own. */
    KernelFile pipelineFile(Path folder) {
        String name = uuid + "-" + driver.replaceAll("[^A-Za-z0-9.]+", "-");
        return new KernelFile(folder.resolve("tandem-" + name + ".pipelines"));
    }
}
