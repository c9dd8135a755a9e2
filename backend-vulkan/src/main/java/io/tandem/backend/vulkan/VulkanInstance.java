package io.tandem.backend.vulkan;

import static org.lwjgl.vulkan.VK12.*;

import io.tandem.backend.BackendException;
import io.tandem.backend.BackendException.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.EXTDebugUtils;
import org.lwjgl.vulkan.EXTValidationFeatures;
import org.lwjgl.vulkan.KHRPortabilityEnumeration;
import org.lwjgl.vulkan.VK;
import org.lwjgl.vulkan.VkApplicationInfo;
import org.lwjgl.vulkan.VkInstance;
import org.lwjgl.vulkan.VkInstanceCreateInfo;
import org.lwjgl.vulkan.VkPhysicalDevice;
import org.lwjgl.vulkan.VkValidationFeaturesEXT;

/** The connection to the Vulkan loader and its drivers. Created and closed by the {@link VulkanOwner}'s thread. */
final class VulkanInstance {
    private static final String VALIDATION_LAYER = "VK_LAYER_KHRONOS_validation";

    private final VkInstance handle;
    private final @Nullable ValidationMessages validation;

    private VulkanInstance(VkInstance handle, @Nullable ValidationMessages validation) {
        this.handle = handle;
        this.validation = validation;
    }

    /**
     * Connects.
     *
     * @throws BackendException of kind UNAVAILABLE if the loader or its drivers cannot serve
     * @throws LinkageError if there is no loader, or LWJGL cannot run
     */
    static VulkanInstance create(boolean validation) {
        requireVersion();
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkInstanceCreateInfo info = VkInstanceCreateInfo.calloc(stack)
                    .sType$Default()
                    .pApplicationInfo(VkApplicationInfo.calloc(stack)
                            .sType$Default()
                            .pApplicationName(stack.UTF8("Tandem"))
                            .apiVersion(VK_API_VERSION_1_2));
            List<String> extensions = new ArrayList<>();
            if (VkInstanceCalls.instanceExtensions()
                    .contains(KHRPortabilityEnumeration.VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME)) {
                extensions.add(KHRPortabilityEnumeration.VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME);
                info.flags(KHRPortabilityEnumeration.VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR);
            }
            ValidationMessages messages = validation ? validate(info, extensions, stack) : null;
            info.ppEnabledExtensionNames(strings(extensions, stack));
            VkInstance instance = VkInstanceCalls.createInstance(info);
            if (messages != null) {
                messages.start(instance, stack);
            }
            return new VulkanInstance(instance, messages);
        }
    }

    private static void requireVersion() {
        int version = VK.getInstanceVersionSupported();
        if (version < VK_API_VERSION_1_2) {
            throw new BackendException(
                    Kind.UNAVAILABLE,
                    VulkanProvider.NAME,
                    "The Vulkan loader is of version " + versionText(version)
                            + ", and 1.2 is needed. Update the loader.");
        }
    }

    private static ValidationMessages validate(VkInstanceCreateInfo info, List<String> extensions, MemoryStack stack) {
        if (!VkInstanceCalls.layers().contains(VALIDATION_LAYER)) {
            throw new BackendException(
                    Kind.UNAVAILABLE,
                    VulkanProvider.NAME,
                    "The option " + VulkanOptions.VALIDATION + " needs the layer " + VALIDATION_LAYER
                            + ", which is not installed. Install vulkan-validationlayers.");
        }
        ValidationMessages messages = new ValidationMessages();
        VkValidationFeaturesEXT features = VkValidationFeaturesEXT.calloc(stack)
                .sType$Default()
                .pEnabledValidationFeatures(
                        stack.ints(EXTValidationFeatures.VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT));
        info.ppEnabledLayerNames(strings(List.of(VALIDATION_LAYER), stack));
        info.pNext(messages.createInfo(stack).pNext(features.address()).address());
        extensions.add(EXTDebugUtils.VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
        return messages;
    }

    static PointerBuffer strings(List<String> texts, MemoryStack stack) {
        PointerBuffer pointers = stack.mallocPointer(texts.size());
        texts.forEach(text -> pointers.put(stack.UTF8(text)));
        return pointers.flip();
    }

    static String versionText(int version) {
        return VK_VERSION_MAJOR(version) + "." + VK_VERSION_MINOR(version);
    }

    /** The physical devices in the drivers' order. */
    List<VkPhysicalDevice> physicalDevices() {
        return VkInstanceCalls.physicalDevices(handle);
    }

    /** What the validation layer said, if it is on. */
    List<String> validationMessages() {
        return validation == null ? List.of() : validation.messages();
    }

    /** Disconnects. Its devices are closed. */
    void close() {
        if (validation != null) {
            validation.stop(handle);
        }
        vkDestroyInstance(handle, null);
        if (validation != null) {
            validation.free();
        }
    }
}
