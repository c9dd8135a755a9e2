package io.tandem.backend.vulkan;

import static org.lwjgl.vulkan.EXTDebugUtils.vkCreateDebugUtilsMessengerEXT;
import static org.lwjgl.vulkan.KHRCooperativeMatrix.vkGetPhysicalDeviceCooperativeMatrixPropertiesKHR;
import static org.lwjgl.vulkan.VK12.*;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VkCooperativeMatrixPropertiesKHR;
import org.lwjgl.vulkan.VkDebugUtilsMessengerCreateInfoEXT;
import org.lwjgl.vulkan.VkDevice;
import org.lwjgl.vulkan.VkDeviceCreateInfo;
import org.lwjgl.vulkan.VkExtensionProperties;
import org.lwjgl.vulkan.VkInstance;
import org.lwjgl.vulkan.VkInstanceCreateInfo;
import org.lwjgl.vulkan.VkLayerProperties;
import org.lwjgl.vulkan.VkPhysicalDevice;

/**
 * The native calls that return a result code and need no open device. The code is checked here, so that none is ignored and
 * none is checked twice.
 */
final class VkInstanceCalls {
    private VkInstanceCalls() {}

    private static void check(int result, String subject, String call) {
        if (result < VK_SUCCESS) {
            throw VkResult.failure(result, subject, call);
        }
    }

    static VkInstance createInstance(VkInstanceCreateInfo info) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            PointerBuffer handle = stack.mallocPointer(1);
            check(
                    vkCreateInstance(info, null, handle),
                    VulkanProvider.NAME,
                    "vkCreateInstance, which looks for drivers,");
            return new VkInstance(handle.get(0), info);
        }
    }

    static long createMessenger(VkInstance instance, VkDebugUtilsMessengerCreateInfoEXT info) {
        long[] handle = new long[1];
        check(
                vkCreateDebugUtilsMessengerEXT(instance, info, null, handle),
                VulkanProvider.NAME,
                "vkCreateDebugUtilsMessengerEXT");
        return handle[0];
    }

    /** The names of the extensions that the loader and the drivers offer. */
    static Set<String> instanceExtensions() {
        return names((count, properties) -> check(
                vkEnumerateInstanceExtensionProperties((ByteBuffer) null, count, properties),
                VulkanProvider.NAME,
                "vkEnumerateInstanceExtensionProperties"));
    }

    /** The names of the extensions that a device offers. */
    static Set<String> deviceExtensions(VkPhysicalDevice device) {
        return names((count, properties) -> check(
                vkEnumerateDeviceExtensionProperties(device, (ByteBuffer) null, count, properties),
                VulkanProvider.NAME,
                "vkEnumerateDeviceExtensionProperties"));
    }

    private interface ExtensionQuery {
        void ask(int[] count, VkExtensionProperties.@Nullable Buffer properties);
    }

    private static Set<String> names(ExtensionQuery query) {
        int[] count = new int[1];
        query.ask(count, null);
        // The stack's 64 KiB are too small for hundreds of these.
        try (VkExtensionProperties.Buffer properties = VkExtensionProperties.calloc(count[0])) {
            query.ask(count, properties);
            Set<String> names = new TreeSet<>();
            properties.limit(count[0]).forEach(property -> names.add(property.extensionNameString()));
            return names;
        }
    }

    /** The names of the layers that are installed. */
    static Set<String> layers() {
        int[] count = new int[1];
        check(
                vkEnumerateInstanceLayerProperties(count, null),
                VulkanProvider.NAME,
                "vkEnumerateInstanceLayerProperties");
        try (VkLayerProperties.Buffer properties = VkLayerProperties.calloc(count[0])) {
            check(
                    vkEnumerateInstanceLayerProperties(count, properties),
                    VulkanProvider.NAME,
                    "vkEnumerateInstanceLayerProperties");
            Set<String> names = new TreeSet<>();
            properties.limit(count[0]).forEach(property -> names.add(property.layerNameString()));
            return names;
        }
    }

    /** The physical devices in the drivers' order. */
    static List<VkPhysicalDevice> physicalDevices(VkInstance instance) {
        int[] count = new int[1];
        check(vkEnumeratePhysicalDevices(instance, count, null), VulkanProvider.NAME, "vkEnumeratePhysicalDevices");
        try (MemoryStack stack = MemoryStack.stackPush()) {
            PointerBuffer handles = stack.mallocPointer(count[0]);
            check(
                    vkEnumeratePhysicalDevices(instance, count, handles),
                    VulkanProvider.NAME,
                    "vkEnumeratePhysicalDevices");
            List<VkPhysicalDevice> devices = new ArrayList<>();
            for (int i = 0; i < count[0]; i++) {
                devices.add(new VkPhysicalDevice(handles.get(i), instance));
            }
            return devices;
        }
    }

    /** What a question about the shapes of a device's matrix units is answered. */
    static boolean cooperativeMatrices(
            VkPhysicalDevice device, Predicate<VkCooperativeMatrixPropertiesKHR.Buffer> question) {
        int[] count = new int[1];
        check(
                vkGetPhysicalDeviceCooperativeMatrixPropertiesKHR(device, count, null),
                VulkanProvider.NAME,
                "vkGetPhysicalDeviceCooperativeMatrixPropertiesKHR");
        try (VkCooperativeMatrixPropertiesKHR.Buffer units = VkCooperativeMatrixPropertiesKHR.calloc(count[0])) {
            units.forEach(unit -> unit.sType$Default());
            check(
                    vkGetPhysicalDeviceCooperativeMatrixPropertiesKHR(device, count, units),
                    VulkanProvider.NAME,
                    "vkGetPhysicalDeviceCooperativeMatrixPropertiesKHR");
            return question.test(units);
        }
    }

    static VkDevice createDevice(VkPhysicalDevice physical, VkDeviceCreateInfo info, String deviceId) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            PointerBuffer handle = stack.mallocPointer(1);
            check(vkCreateDevice(physical, info, null, handle), deviceId, "vkCreateDevice");
            return new VkDevice(handle.get(0), physical, info, VK_API_VERSION_1_2);
        }
    }
}
