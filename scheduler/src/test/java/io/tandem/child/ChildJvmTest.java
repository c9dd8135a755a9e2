package io.tandem.child;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.backend.BackendProvider;
import io.tandem.backend.cpu.CpuBackendProvider;
import io.tandem.scheduler.Devices;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Runs {@link Probe} in JVMs of its own, on the class path and on the module path. */
class ChildJvmTest {
    /** What a child printed and how it ended. */
    private record Outcome(int exitCode, String output) {}

    private static String place(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String path(Class<?>... types) {
        return Arrays.stream(types)
                .map(ChildJvmTest::place)
                .distinct()
                .collect(Collectors.joining(java.io.File.pathSeparator));
    }

    private static List<String> onClassPath() {
        return List.of(
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                path(Probe.class, Devices.class, BackendProvider.class, CpuBackendProvider.class));
    }

    private static List<String> onModulePath() {
        return List.of(
                "-p",
                path(Devices.class, BackendProvider.class, CpuBackendProvider.class),
                "--add-modules",
                "io.tandem.scheduler,io.tandem.backend.cpu",
                "-cp",
                path(Probe.class));
    }

    private static Outcome child(List<String> options, String task) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        Stream.concat(Stream.of("-Xmx64m", "--add-modules", "jdk.incubator.vector"), options.stream())
                .forEach(command::add);
        command.add(Probe.class.getName());
        command.add(task);
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(120, TimeUnit.SECONDS)).as(output).isTrue();
            return new Outcome(process.exitValue(), output);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void findsBackendsOnTheClassPath() {
        Outcome outcome = child(onClassPath(), "list");
        assertThat(outcome.output()).contains("found cpu:0").contains("module null");
        assertThat(outcome.exitCode()).isZero();
    }

    @Test
    void findsBackendsOnTheModulePath() {
        Outcome outcome = child(onModulePath(), "list");
        assertThat(outcome.output()).contains("found cpu:0").contains("module io.tandem.scheduler");
        assertThat(outcome.exitCode()).isZero();
    }

    @Test
    void findsBackendsWhateverTheContextClassLoader() {
        for (List<String> options : List.of(onClassPath(), onModulePath())) {
            Outcome outcome = child(options, "loaders");
            assertThat(outcome.output().lines().filter("found cpu:0"::equals)).hasSize(2);
        }
    }

    @Test
    void theJvmEndsDuringARunWithTheRightCode() {
        Outcome exit = child(onClassPath(), "exit");
        assertThat(exit.output()).contains("started").doesNotContain("SIG");
        assertThat(exit.exitCode()).as(exit.output()).isEqualTo(7);
        Outcome uncaught = child(onClassPath(), "throw");
        assertThat(uncaught.output()).contains("started").contains("uncaught").doesNotContain("SIG");
        assertThat(uncaught.exitCode()).as(uncaught.output()).isEqualTo(1);
    }

    @Test
    void nativeMemoryDoesNotWaitForTheGarbageCollector() {
        Outcome outcome = child(onClassPath(), "memory");
        assertThat(outcome.exitCode()).as(outcome.output()).isZero();
        assertThat(outcome.output().lines().filter("used 536870912, read 131072"::equals))
                .hasSize(4);
        assertThat(outcome.output().lines().filter("left 0"::equals)).hasSize(4);
    }
}
