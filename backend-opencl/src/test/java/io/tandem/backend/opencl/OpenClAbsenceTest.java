package io.tandem.backend.opencl;

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
class OpenClAbsenceTest {
    @TempDir
    private Path folder;

    private static void assertUnavailable(ChildJvm jvm, String... words) {
        ChildJvm.Outcome outcome = jvm.arguments("discover").run();
        assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
        assertThat(outcome.out()).startsWith("Unavailable[").contains(words);
        assertThat(outcome.err()).doesNotContain("Exception", "Error", "Could not load");
    }

    private static String classPathWithout(String jar) {
        return Arrays.stream(ChildJvm.classPath().split(File.pathSeparator))
                .filter(entry -> !Path.of(entry).getFileName().toString().matches(jar))
                .collect(Collectors.joining(File.pathSeparator));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aLoaderThatCannotBeOpened() throws Exception {
        for (String name : new String[] {"libOpenCL.so.1", "libOpenCL.so"}) {
            Files.writeString(folder.resolve(name), "not a library");
        }
        assertUnavailable(
                ChildJvm.main(OpenClProgram.class).environment("LD_LIBRARY_PATH", folder.toString()),
                "No OpenCL loader",
                "ocl-icd-libopencl1");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void anEmptyVendorFolder() {
        assertUnavailable(
                ChildJvm.main(OpenClProgram.class).environment("OCL_ICD_VENDORS", folder.toString()),
                "CL_PLATFORM_NOT_FOUND_KHR",
                "OCL_ICD_VENDORS",
                "pocl-opencl-icd");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aVendorWhoseDriverCannotBeOpened() throws Exception {
        Files.writeString(folder.resolve("nowhere.icd"), "libnowhere.so\n");
        assertUnavailable(
                ChildJvm.main(OpenClProgram.class).environment("OCL_ICD_VENDORS", folder.toString()),
                "CL_PLATFORM_NOT_FOUND_KHR");
    }

    @Test
    void noJocl() {
        assertUnavailable(
                ChildJvm.main(OpenClProgram.class.getName(), classPathWithout("jocl-.*")),
                "JOCL is not there",
                "org.jocl:jocl");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void noFolderToUnpackTo() {
        assertUnavailable(
                ChildJvm.main(OpenClProgram.class).options("-Djava.io.tmpdir=/proc/nowhere"),
                "JOCL's native library did not load",
                "-Djava.io.tmpdir=FOLDER",
                "-Djava.library.path");
    }

    /** JOCL would load whatever lies under its library's name. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void anotherFileUnderTheNameOfTheLibrary() throws Exception {
        TestDevice.devices(TestDevice.options());
        Files.writeString(folder.resolve("libJOCL_2_0_6-linux-x86_64.so"), "half a library");
        Files.writeString(folder.resolve("libJOCL_2_0_6-linux-arm64.so"), "half a library");
        ChildJvm.Outcome outcome = ChildJvm.main(OpenClProgram.class)
                .options("-Djava.io.tmpdir=" + folder)
                .arguments("discover")
                .run();
        assertThat(outcome.out()).startsWith("Found[devices=[opencl:0");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void twoDevicesOfOneDriver() {
        TestDevice.devices(TestDevice.options());
        ChildJvm.Outcome outcome = ChildJvm.main(OpenClProgram.class)
                .environment("POCL_DEVICES", "pthread pthread")
                .arguments("discover")
                .run();
        assertThat(outcome.out()).contains("opencl:0").matches("(?s).*refused=\\[\\].*");
    }

    @Test
    void theVisibleDevicesOfTheEnvironment() {
        TestDevice.devices(TestDevice.options());
        ChildJvm.Outcome outcome = ChildJvm.main(OpenClProgram.class)
                .environment("TANDEM_OPENCL_DEVICES", "99")
                .arguments("discover")
                .run();
        assertThat(outcome.out()).startsWith("Found[devices=[]").contains("TANDEM_OPENCL_DEVICES");
    }
}
