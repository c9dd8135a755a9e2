package io.tandem.backend.vulkan;

import static org.lwjgl.vulkan.KHRCooperativeMatrix.VK_COMPONENT_TYPE_FLOAT16_KHR;
import static org.lwjgl.vulkan.KHRCooperativeMatrix.VK_COMPONENT_TYPE_FLOAT32_KHR;
import static org.lwjgl.vulkan.KHRCooperativeMatrix.VK_SCOPE_SUBGROUP_KHR;
import static org.lwjgl.vulkan.VK12.vkGetPhysicalDeviceProperties2;

import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VkCooperativeMatrixPropertiesKHR;
import org.lwjgl.vulkan.VkPhysicalDevice;
import org.lwjgl.vulkan.VkPhysicalDeviceProperties2;
import org.lwjgl.vulkan.VkPhysicalDeviceSubgroupSizeControlProperties;

/** Whether a device's matrix units are those that {@code matmul_units.comp} is written for. */
final class MatrixUnits {
    private static final int EXTENT = 16;
    private static final int SUBGROUP = 32;

    private MatrixUnits() {}

    /** Of a device that has cooperative matrices and the control of subgroup sizes. */
    static boolean fit(VkPhysicalDevice device) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var sizes =
                    VkPhysicalDeviceSubgroupSizeControlProperties.calloc(stack).sType$Default();
            vkGetPhysicalDeviceProperties2(
                    device,
                    VkPhysicalDeviceProperties2.calloc(stack).sType$Default().pNext(sizes));
            return sizes.minSubgroupSize() == SUBGROUP
                    && sizes.maxSubgroupSize() == SUBGROUP
                    && VkInstanceCalls.cooperativeMatrices(
                            device, units -> units.stream().anyMatch(MatrixUnits::fits));
        }
    }

    private static boolean fits(VkCooperativeMatrixPropertiesKHR unit) {
        return unit.MSize() == EXTENT
                && unit.NSize() == EXTENT
                && unit.KSize() == EXTENT
                && unit.AType() == VK_COMPONENT_TYPE_FLOAT16_KHR
                && unit.BType() == VK_COMPONENT_TYPE_FLOAT16_KHR
                && unit.CType() == VK_COMPONENT_TYPE_FLOAT32_KHR
                && unit.ResultType() == VK_COMPONENT_TYPE_FLOAT32_KHR
                && unit.scope() == VK_SCOPE_SUBGROUP_KHR;
    }
}
