package io.tandem.backend.vulkan;

import java.util.ArrayList;
import java.util.List;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.EXTExternalMemoryHost;
import org.lwjgl.vulkan.EXTSubgroupSizeControl;
import org.lwjgl.vulkan.KHRCooperativeMatrix;
import org.lwjgl.vulkan.KHRPortabilitySubset;
import org.lwjgl.vulkan.KHRShaderIntegerDotProduct;
import org.lwjgl.vulkan.VkDevice;
import org.lwjgl.vulkan.VkDeviceCreateInfo;
import org.lwjgl.vulkan.VkDeviceQueueCreateInfo;
import org.lwjgl.vulkan.VkPhysicalDeviceCooperativeMatrixFeaturesKHR;
import org.lwjgl.vulkan.VkPhysicalDeviceFeatures2;
import org.lwjgl.vulkan.VkPhysicalDeviceShaderIntegerDotProductFeatures;
import org.lwjgl.vulkan.VkPhysicalDeviceSubgroupSizeControlFeatures;
import org.lwjgl.vulkan.VkPhysicalDeviceVulkan11Features;
import org.lwjgl.vulkan.VkPhysicalDeviceVulkan12Features;

/** Opens a driver's device with the features that kernels use, and no others. */
final class DeviceCreation {
    private DeviceCreation() {}

    static VkDevice create(PhysicalDevice physical, String deviceId) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            List<String> extensions = new ArrayList<>();
            VkPhysicalDeviceFeatures2 features = features(physical, extensions, stack);
            VkDeviceCreateInfo info = VkDeviceCreateInfo.calloc(stack)
                    .sType$Default()
                    // By address: the typed method would overwrite the chain that hangs off the features.
                    .pNext(features.address())
                    .pQueueCreateInfos(queues(physical.queues(), stack))
                    .ppEnabledExtensionNames(VulkanInstance.strings(extensions, stack));
            return VkInstanceCalls.createDevice(physical.handle(), info, deviceId);
        }
    }

    private static VkDeviceQueueCreateInfo.Buffer queues(QueueFamilies families, MemoryStack stack) {
        boolean ownFamily = families.transfer() != families.compute();
        boolean twoOfOne = !ownFamily && families.hasTransferQueue();
        var queues = VkDeviceQueueCreateInfo.calloc(ownFamily ? 2 : 1, stack);
        queues.get(0)
                .sType$Default()
                .queueFamilyIndex(families.compute())
                .pQueuePriorities(twoOfOne ? stack.floats(1, 1) : stack.floats(1));
        if (ownFamily) {
            queues.get(1).sType$Default().queueFamilyIndex(families.transfer()).pQueuePriorities(stack.floats(1));
        }
        return queues;
    }

    private static VkPhysicalDeviceFeatures2 features(
            PhysicalDevice physical, List<String> extensions, MemoryStack stack) {
        boolean int8 = physical.has(VulkanFeature.INT8);
        boolean units = physical.has(VulkanFeature.COOPERATIVE_MATRIX);
        var features = VkPhysicalDeviceFeatures2.calloc(stack).sType$Default();
        features.pNext(VkPhysicalDeviceVulkan11Features.calloc(stack)
                .sType$Default()
                .storageBuffer16BitAccess(physical.has(VulkanFeature.STORAGE16)));
        features.pNext(VkPhysicalDeviceVulkan12Features.calloc(stack)
                .sType$Default()
                .bufferDeviceAddress(true)
                .timelineSemaphore(true)
                .vulkanMemoryModel(units)
                .vulkanMemoryModelDeviceScope(units)
                .shaderFloat16(units || physical.has(VulkanFeature.FP16))
                .shaderInt8(int8)
                .storageBuffer8BitAccess(int8));
        if (physical.has(VulkanFeature.SUBGROUPS)) {
            extensions.add(EXTSubgroupSizeControl.VK_EXT_SUBGROUP_SIZE_CONTROL_EXTENSION_NAME);
            features.pNext(VkPhysicalDeviceSubgroupSizeControlFeatures.calloc(stack)
                    .sType$Default()
                    .subgroupSizeControl(true)
                    .computeFullSubgroups(true));
        }
        if (physical.has(VulkanFeature.INTEGER_DOT)) {
            extensions.add(KHRShaderIntegerDotProduct.VK_KHR_SHADER_INTEGER_DOT_PRODUCT_EXTENSION_NAME);
            features.pNext(VkPhysicalDeviceShaderIntegerDotProductFeatures.calloc(stack)
                    .sType$Default()
                    .shaderIntegerDotProduct(true));
        }
        if (units) {
            extensions.add(KHRCooperativeMatrix.VK_KHR_COOPERATIVE_MATRIX_EXTENSION_NAME);
            features.pNext(VkPhysicalDeviceCooperativeMatrixFeaturesKHR.calloc(stack)
                    .sType$Default()
                    .cooperativeMatrix(true));
        }
        if (physical.has(VulkanFeature.HOST_IMPORT)) {
            extensions.add(EXTExternalMemoryHost.VK_EXT_EXTERNAL_MEMORY_HOST_EXTENSION_NAME);
        }
        if (physical.extensions().contains(KHRPortabilitySubset.VK_KHR_PORTABILITY_SUBSET_EXTENSION_NAME)) {
            extensions.add(KHRPortabilitySubset.VK_KHR_PORTABILITY_SUBSET_EXTENSION_NAME);
        }
        return features;
    }
}
