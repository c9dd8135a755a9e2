package io.tandem.backend.vulkan;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.testkit.process.ChildJvm;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What is missing on a machine is an answer with the remedy, never an exception, and says nothing on the streams. */
class VulkanAbsenceTest {
    @TempDir
    private Path folder;

    private static void assertUnavailable(ChildJvm jvm, String... words) {
        ChildJvm.Outcome outcome = jvm.arguments("discover").run();
        assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
        assertThat(outcome.out()).startsWith("Unavailable[").contains(words);
        assertThat(outcome.err()).doesNotContain("Exception", "Error", "LWJGL");
    }

    private static String classPathWithout(String jar) {
        return Arrays.stream(ChildJvm.classPath().split(File.pathSeparator))
                .filter(entry -> !Path.of(entry).getFileName().toString().matches(jar))
                .collect(Collectors.joining(File.pathSeparator));
    }

    @Test
    void noLoader() {
        assertUnavailable(
                ChildJvm.main(VulkanProgram.class).options("-Dorg.lwjgl.vulkan.libname=libnowhere.so"),
                "No Vulkan loader",
                "libnowhere.so",
                "libvulkan1");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aLoaderThatCannotBeOpened() throws Exception {
        for (String name : new String[] {"libvulkan.so.1", "libvulkan.so"}) {
            Files.writeString(folder.resolve(name), "not a library");
        }
        assertUnavailable(
                ChildJvm.main(VulkanProgram.class).environment("LD_LIBRARY_PATH", folder.toString()),
                "No Vulkan loader");
    }

    @Test
    void aLoaderWithoutDrivers() {
        String nowhere = folder.resolve("nowhere.json").toString();
        assertUnavailable(
                ChildJvm.main(VulkanProgram.class)
                        .environment("VK_DRIVER_FILES", nowhere)
                        .environment("VK_ICD_FILENAMES", nowhere),
                "VK_ERROR_INCOMPATIBLE_DRIVER",
                "VK_DRIVER_FILES",
                "mesa-vulkan-drivers");
    }

    @Test
    void noLwjgl() {
        assertUnavailable(
                ChildJvm.main(VulkanProgram.class.getName(), classPathWithout("lwjgl-.*")),
                "LWJGL is not there",
                "org.lwjgl:lwjgl-vulkan");
    }

    @Test
    void noNativesOfLwjgl() {
        assertUnavailable(
                ChildJvm.main(VulkanProgram.class.getName(), classPathWithout("lwjgl-.*-natives-.*")),
                "LWJGL's native library did not load",
                "org.lwjgl:lwjgl:natives-linux");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void noFolderToUnpackTo() {
        assertUnavailable(
                ChildJvm.main(VulkanProgram.class)
                        .options("-Djava.io.tmpdir=/proc/nowhere", "-Duser.home=/proc/nowhere")
                        .directory(Path.of("/proc")),
                "LWJGL's native library did not load",
                "-Dorg.lwjgl.system.SharedLibraryExtractPath");
    }

    @Test
    void theVisibleDevicesOfTheEnvironment() {
        ValidatedDevice.devices(ValidatedDevice.options());
        ChildJvm.Outcome outcome = ChildJvm.main(VulkanProgram.class)
                .environment("TANDEM_VULKAN_DEVICES", "99")
                .arguments("discover")
                .run();
        assertThat(outcome.out()).startsWith("Found[devices=[]").contains("TANDEM_VULKAN_DEVICES");
    }
}
