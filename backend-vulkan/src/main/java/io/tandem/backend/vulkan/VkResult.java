package io.tandem.backend.vulkan;

import static org.lwjgl.vulkan.NVGLSLShader.VK_ERROR_INVALID_SHADER_NV;
import static org.lwjgl.vulkan.VK12.*;

import io.tandem.backend.BackendException;
import io.tandem.backend.BackendException.Kind;

/** What Vulkan's result codes mean to our callers. */
final class VkResult {
    private VkResult() {}

    /**
     * The exception that an error stands for.
     *
     * @param subject the device's id, or the provider's name where no device is concerned
     * @param call what was called, with the facts that matter
     */
    static BackendException failure(int result, String subject, String call) {
        return new BackendException(
                kind(result),
                subject,
                call + " failed on " + subject + " [" + name(result) + " (" + result + ")]. " + remedy(result));
    }

    private static Kind kind(int result) {
        return switch (result) {
            case VK_ERROR_OUT_OF_HOST_MEMORY, VK_ERROR_OUT_OF_DEVICE_MEMORY, VK_ERROR_TOO_MANY_OBJECTS ->
                Kind.OUT_OF_MEMORY;
            case VK_ERROR_DEVICE_LOST -> Kind.DEVICE_LOST;
            case VK_ERROR_INCOMPATIBLE_DRIVER,
                    VK_ERROR_INITIALIZATION_FAILED,
                    VK_ERROR_LAYER_NOT_PRESENT,
                    VK_ERROR_EXTENSION_NOT_PRESENT -> Kind.UNAVAILABLE;
            case VK_ERROR_FEATURE_NOT_PRESENT -> Kind.UNSUPPORTED;
            case VK_ERROR_INVALID_SHADER_NV -> Kind.KERNEL_BUILD;
            default -> Kind.INTERNAL;
        };
    }

    private static String name(int result) {
        return switch (result) {
            case VK_ERROR_OUT_OF_HOST_MEMORY -> "VK_ERROR_OUT_OF_HOST_MEMORY";
            case VK_ERROR_OUT_OF_DEVICE_MEMORY -> "VK_ERROR_OUT_OF_DEVICE_MEMORY";
            case VK_ERROR_INITIALIZATION_FAILED -> "VK_ERROR_INITIALIZATION_FAILED";
            case VK_ERROR_DEVICE_LOST -> "VK_ERROR_DEVICE_LOST";
            case VK_ERROR_MEMORY_MAP_FAILED -> "VK_ERROR_MEMORY_MAP_FAILED";
            case VK_ERROR_LAYER_NOT_PRESENT -> "VK_ERROR_LAYER_NOT_PRESENT";
            case VK_ERROR_EXTENSION_NOT_PRESENT -> "VK_ERROR_EXTENSION_NOT_PRESENT";
            case VK_ERROR_FEATURE_NOT_PRESENT -> "VK_ERROR_FEATURE_NOT_PRESENT";
            case VK_ERROR_INCOMPATIBLE_DRIVER -> "VK_ERROR_INCOMPATIBLE_DRIVER";
            case VK_ERROR_TOO_MANY_OBJECTS -> "VK_ERROR_TOO_MANY_OBJECTS";
            case VK_ERROR_INVALID_SHADER_NV -> "VK_ERROR_INVALID_SHADER_NV";
            case VK_ERROR_INVALID_EXTERNAL_HANDLE -> "VK_ERROR_INVALID_EXTERNAL_HANDLE";
            case VK_ERROR_INVALID_OPAQUE_CAPTURE_ADDRESS -> "VK_ERROR_INVALID_OPAQUE_CAPTURE_ADDRESS";
            default -> "VkResult";
        };
    }

    private static String remedy(int result) {
        return switch (kind(result)) {
            case OUT_OF_MEMORY -> "Free memory, or spread the work over more devices.";
            case DEVICE_LOST -> "The driver has reset the device: open it again, or go on without it.";
            case UNAVAILABLE ->
                "Install or update the GPU's Vulkan driver (mesa-vulkan-drivers for AMD, Intel and software), and see that"
                        + " VK_DRIVER_FILES and VK_ICD_FILENAMES, if set, name files that exist.";
            case UNSUPPORTED, KERNEL_BUILD, INVALID_INDEX, INTERNAL ->
                "Run with the option validation=true to see more.";
        };
    }
}
