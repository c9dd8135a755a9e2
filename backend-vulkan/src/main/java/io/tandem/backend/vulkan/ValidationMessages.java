package io.tandem.backend.vulkan;

import static org.lwjgl.vulkan.EXTDebugUtils.*;
import static org.lwjgl.vulkan.VK10.VK_FALSE;

import java.lang.System.Logger;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VkDebugUtilsMessengerCallbackDataEXT;
import org.lwjgl.vulkan.VkDebugUtilsMessengerCallbackEXT;
import org.lwjgl.vulkan.VkDebugUtilsMessengerCreateInfoEXT;
import org.lwjgl.vulkan.VkInstance;

/** Collects and logs what the validation layer says. */
final class ValidationMessages {
    private static final Logger LOG = System.getLogger(ValidationMessages.class.getName());

    /** One fault may repeat without end. */
    private static final int MOST_KEPT = 100;

    private final List<String> messages = new CopyOnWriteArrayList<>();
    private final VkDebugUtilsMessengerCallbackEXT callback;
    private long messenger;

    ValidationMessages() {
        callback = VkDebugUtilsMessengerCallbackEXT.create((severity, types, data, user) -> {
            add(String.valueOf(VkDebugUtilsMessengerCallbackDataEXT.create(data).pMessageString()));
            return VK_FALSE;
        });
    }

    private void add(String message) {
        if (messages.size() < MOST_KEPT) {
            messages.add(message);
            LOG.log(Logger.Level.ERROR, message);
        }
    }

    /** Describes the messenger; also chained to the instance's own description, to hear of its creation and end. */
    VkDebugUtilsMessengerCreateInfoEXT createInfo(MemoryStack stack) {
        return VkDebugUtilsMessengerCreateInfoEXT.calloc(stack)
                .sType$Default()
                .messageSeverity(
                        VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT)
                .messageType(VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT
                        | VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT
                        | VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT)
                .pfnUserCallback(callback);
    }

    void start(VkInstance instance, MemoryStack stack) {
        messenger = VkInstanceCalls.createMessenger(instance, createInfo(stack));
    }

    void stop(VkInstance instance) {
        vkDestroyDebugUtilsMessengerEXT(instance, messenger, null);
    }

    /** After the instance has gone: its end may still be told to the callback. */
    void free() {
        callback.free();
    }

    /** The messages so far, at most a hundred. */
    List<String> messages() {
        return List.copyOf(messages);
    }
}
