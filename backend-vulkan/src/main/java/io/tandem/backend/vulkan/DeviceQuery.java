package io.tandem.backend.vulkan;

import static org.lwjgl.vulkan.VK12.*;

import io.tandem.backend.DeviceKind;
import io.tandem.backend.Limits;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.EXTExternalMemoryHost;
import org.lwjgl.vulkan.EXTMemoryBudget;
import org.lwjgl.vulkan.EXTPciBusInfo;
import org.lwjgl.vulkan.EXTSubgroupSizeControl;
import org.lwjgl.vulkan.KHRCooperativeMatrix;
import org.lwjgl.vulkan.KHRMaintenance4;
import org.lwjgl.vulkan.KHRShaderIntegerDotProduct;
import org.lwjgl.vulkan.VkPhysicalDevice;
import org.lwjgl.vulkan.VkPhysicalDeviceCooperativeMatrixFeaturesKHR;
import org.lwjgl.vulkan.VkPhysicalDeviceExternalMemoryHostPropertiesEXT;
import org.lwjgl.vulkan.VkPhysicalDeviceFeatures2;
import org.lwjgl.vulkan.VkPhysicalDeviceMaintenance4Properties;
import org.lwjgl.vulkan.VkPhysicalDevicePCIBusInfoPropertiesEXT;
import org.lwjgl.vulkan.VkPhysicalDeviceProperties2;
import org.lwjgl.vulkan.VkPhysicalDeviceShaderIntegerDotProductFeatures;
import org.lwjgl.vulkan.VkPhysicalDeviceSubgroupSizeControlFeatures;
import org.lwjgl.vulkan.VkPhysicalDeviceVulkan11Features;
import org.lwjgl.vulkan.VkPhysicalDeviceVulkan11Properties;
import org.lwjgl.vulkan.VkPhysicalDeviceVulkan12Features;
import org.lwjgl.vulkan.VkPhysicalDeviceVulkan12Properties;

/** Asks a driver about one device. */
final class DeviceQuery implements AutoCloseable {
    /** Tensors start at cache lines of every GPU, so that wide loads are aligned. */
    private static final long ALIGNMENT_BYTES = 128;

    private final VkPhysicalDevice device;
    private final VulkanOptions options;
    private final MemoryStack stack = MemoryStack.stackPush();
    private final Set<String> extensions;

    private DeviceQuery(VkPhysicalDevice device, VulkanOptions options) {
        this.device = device;
        this.options = options;
        this.extensions = VkInstanceCalls.deviceExtensions(device);
    }

    static PhysicalDevice ask(VkPhysicalDevice device, VulkanOptions options) {
        try (DeviceQuery query = new DeviceQuery(device, options)) {
            return query.answer();
        }
    }

    @Override
    public void close() {
        stack.close();
    }

    private PhysicalDevice answer() {
        var general = VkPhysicalDeviceProperties2.calloc(stack).sType$Default();
        var vulkan11 = VkPhysicalDeviceVulkan11Properties.calloc(stack).sType$Default();
        var vulkan12 = VkPhysicalDeviceVulkan12Properties.calloc(stack).sType$Default();
        var importing =
                VkPhysicalDeviceExternalMemoryHostPropertiesEXT.calloc(stack).sType$Default();
        var bus = VkPhysicalDevicePCIBusInfoPropertiesEXT.calloc(stack).sType$Default();
        var maintenance = VkPhysicalDeviceMaintenance4Properties.calloc(stack).sType$Default();
        if (offers(EXTExternalMemoryHost.VK_EXT_EXTERNAL_MEMORY_HOST_EXTENSION_NAME)) {
            general.pNext(importing);
        }
        if (offers(EXTPciBusInfo.VK_EXT_PCI_BUS_INFO_EXTENSION_NAME)) {
            general.pNext(bus);
        }
        if (offers(KHRMaintenance4.VK_KHR_MAINTENANCE_4_EXTENSION_NAME)) {
            general.pNext(maintenance);
        }
        general.pNext(vulkan11).pNext(vulkan12);
        vkGetPhysicalDeviceProperties2(device, general);

        var properties = general.properties();
        var limits = properties.limits();
        DeviceKind kind = kind(properties.deviceType());
        List<String> missing = new ArrayList<>();
        QueueFamilies queues = QueueFamilies.of(device);
        Set<VulkanFeature> features = features(properties.apiVersion(), canAddUp(vulkan11), queues, missing);
        MemoryTypes memory = MemoryTypes.of(device);
        return new PhysicalDevice(
                device,
                properties.deviceNameString(),
                vulkan12.driverNameString() + " " + vulkan12.driverInfoString(),
                properties.apiVersion(),
                kind,
                uuid(vulkan11.deviceUUID()),
                offers(EXTPciBusInfo.VK_EXT_PCI_BUS_INFO_EXTENSION_NAME) ? pciAddress(bus) : null,
                extensions,
                features,
                missing,
                features.contains(VulkanFeature.TRANSFER_QUEUE) ? queues : queues.withoutTransfer(),
                memory,
                new Limits(
                        maxAllocation(vulkan11.maxMemoryAllocationSize(), maintenance.maxBufferSize(), memory, kind),
                        ALIGNMENT_BYTES,
                        Math.max(1, importing.minImportedHostPointerAlignment())),
                new PhysicalDevice.ComputeLimits(
                        limits.maxComputeSharedMemorySize(),
                        limits.maxPushConstantsSize(),
                        limits.maxComputeWorkGroupInvocations(),
                        vulkan11.subgroupSize()));
    }

    private static boolean canAddUp(VkPhysicalDeviceVulkan11Properties properties) {
        return (properties.subgroupSupportedStages() & VK_SHADER_STAGE_COMPUTE_BIT) != 0
                && (properties.subgroupSupportedOperations() & VK_SUBGROUP_FEATURE_ARITHMETIC_BIT) != 0;
    }

    private boolean offers(String extension) {
        return extensions.contains(extension);
    }

    /** The features that are there and not disabled; adds to {@code missing} what is needed and not there. */
    private Set<VulkanFeature> features(int apiVersion, boolean canAddUp, QueueFamilies queues, List<String> missing) {
        if (apiVersion < VK_API_VERSION_1_2) {
            missing.add("Vulkan 1.2 (it speaks " + VulkanInstance.versionText(apiVersion) + ")");
            return Set.of();
        }
        var general = VkPhysicalDeviceFeatures2.calloc(stack).sType$Default();
        var vulkan11 = VkPhysicalDeviceVulkan11Features.calloc(stack).sType$Default();
        var vulkan12 = VkPhysicalDeviceVulkan12Features.calloc(stack).sType$Default();
        var subgroups =
                VkPhysicalDeviceSubgroupSizeControlFeatures.calloc(stack).sType$Default();
        var dots = VkPhysicalDeviceShaderIntegerDotProductFeatures.calloc(stack).sType$Default();
        var matrices =
                VkPhysicalDeviceCooperativeMatrixFeaturesKHR.calloc(stack).sType$Default();
        general.pNext(vulkan11).pNext(vulkan12);
        if (offers(EXTSubgroupSizeControl.VK_EXT_SUBGROUP_SIZE_CONTROL_EXTENSION_NAME)) {
            general.pNext(subgroups);
        }
        if (offers(KHRShaderIntegerDotProduct.VK_KHR_SHADER_INTEGER_DOT_PRODUCT_EXTENSION_NAME)) {
            general.pNext(dots);
        }
        if (offers(KHRCooperativeMatrix.VK_KHR_COOPERATIVE_MATRIX_EXTENSION_NAME)) {
            general.pNext(matrices);
        }
        vkGetPhysicalDeviceFeatures2(device, general);
        require(vulkan12.bufferDeviceAddress(), "buffer device addresses", missing);
        require(vulkan12.timelineSemaphore(), "timeline semaphores", missing);
        require(queues.compute() >= 0, "a queue for compute", missing);

        Set<VulkanFeature> features = EnumSet.noneOf(VulkanFeature.class);
        add(features, VulkanFeature.FP16, vulkan12.shaderFloat16());
        add(features, VulkanFeature.STORAGE16, vulkan11.storageBuffer16BitAccess());
        add(features, VulkanFeature.INT8, vulkan12.shaderInt8() && vulkan12.storageBuffer8BitAccess());
        add(
                features,
                VulkanFeature.SUBGROUPS,
                canAddUp && subgroups.subgroupSizeControl() && subgroups.computeFullSubgroups());
        add(features, VulkanFeature.INTEGER_DOT, dots.shaderIntegerDotProduct());
        add(
                features,
                VulkanFeature.COOPERATIVE_MATRIX,
                matrices.cooperativeMatrix()
                        && vulkan12.vulkanMemoryModel()
                        && vulkan12.vulkanMemoryModelDeviceScope()
                        && vulkan12.shaderFloat16()
                        && subgroups.subgroupSizeControl()
                        && MatrixUnits.fit(device));
        add(features, VulkanFeature.TRANSFER_QUEUE, queues.hasTransferQueue());
        add(features, VulkanFeature.MEMORY_BUDGET, offers(EXTMemoryBudget.VK_EXT_MEMORY_BUDGET_EXTENSION_NAME));
        add(
                features,
                VulkanFeature.HOST_IMPORT,
                offers(EXTExternalMemoryHost.VK_EXT_EXTERNAL_MEMORY_HOST_EXTENSION_NAME));
        return features;
    }

    private static void require(boolean present, String what, List<String> missing) {
        if (!present) {
            missing.add(what);
        }
    }

    private void add(Set<VulkanFeature> features, VulkanFeature feature, boolean present) {
        if (present && !options.disabled().contains(feature)) {
            features.add(feature);
        }
    }

    private long maxAllocation(long driverLimit, long bufferLimit, MemoryTypes memory, DeviceKind kind) {
        boolean unified = kind == DeviceKind.CPU || kind == DeviceKind.INTEGRATED_GPU;
        long limit = memory.heapBytes().get(memory.kernelHeap(unified));
        for (long other : new long[] {driverLimit, bufferLimit, options.maxAllocationBytes()}) {
            limit = other > 0 ? Math.min(limit, other) : limit;
        }
        return limit;
    }

    private static DeviceKind kind(int type) {
        return switch (type) {
            case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU, VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU -> DeviceKind.GPU;
            case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU -> DeviceKind.INTEGRATED_GPU;
            case VK_PHYSICAL_DEVICE_TYPE_CPU -> DeviceKind.CPU;
            default -> DeviceKind.ACCELERATOR;
        };
    }

    private static @Nullable String uuid(ByteBuffer bytes) {
        byte[] uuid = new byte[bytes.remaining()];
        bytes.get(uuid);
        String text = HexFormat.of().formatHex(uuid);
        return text.chars().allMatch(digit -> digit == '0') ? null : text;
    }

    private static String pciAddress(VkPhysicalDevicePCIBusInfoPropertiesEXT bus) {
        return String.format("%04x:%02x:%02x.%x", bus.pciDomain(), bus.pciBus(), bus.pciDevice(), bus.pciFunction());
    }
}
