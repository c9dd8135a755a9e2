package io.tandem.backend.vulkan;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.lwjgl.system.Configuration;

/** Says in a user's words why LWJGL or the Vulkan loader cannot be used. */
final class VulkanLoader {
    private VulkanLoader() {}

    /** LWJGL prints advice of its own when a library is missing; the reason and the remedy are our answer instead. */
    static void silence() {
        if (Configuration.DEBUG_STREAM.get() == null && !Configuration.DEBUG.get(false)) {
            Configuration.DEBUG_STREAM.set(
                    new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
        }
    }

    /**
     * Why LWJGL could not be linked. The first failure of a class names the library; later ones only say that the class
     * is unusable, with the first as their cause.
     */
    static String reason(LinkageError failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String facts = String.valueOf(root.getMessage());
        if (root instanceof ClassNotFoundException) {
            return "LWJGL is not there: no class " + facts + ". Put org.lwjgl:lwjgl and org.lwjgl:lwjgl-vulkan on the"
                    + " class path or module path.";
        }
        if (facts.contains("liblwjgl.") || facts.contains("lwjgl.dll")) {
            return "LWJGL's native library did not load: " + facts + ". " + nativesRemedy() + " It is unpacked to a"
                    + " temporary folder, which must be writable and must not be mounted noexec;"
                    + " -Dorg.lwjgl.system.SharedLibraryExtractPath=FOLDER names another one.";
        }
        return "No Vulkan loader: " + facts + ". Install it with the GPU's driver or as libvulkan1, or name the library"
                + " with -Dorg.lwjgl.vulkan.libname=FILE.";
    }

    private static String nativesRemedy() {
        return VulkanLoader.class.getModule().isNamed()
                ? "On the module path it needs --add-modules org.lwjgl.natives and LWJGL's natives jar for this platform."
                : "The class path needs LWJGL's natives jar for this platform (org.lwjgl:lwjgl:natives-linux on Linux).";
    }
}
