package io.tandem.child;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.backend.BackendProvider;
import io.tandem.backend.cpu.CpuBackendProvider;
import io.tandem.scheduler.Devices;
import io.tandem.testkit.process.ChildJvm;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Backends are found however a program is put together, or it says what to change. */
class PackagingTest {
    private static final String SERVICE = "META-INF/services/" + BackendProvider.class.getName();
    private static final List<Class<?>> TANDEM =
            List.of(Devices.class, BackendProvider.class, CpuBackendProvider.class);

    @TempDir
    private Path folder;

    private static Path place(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String path(Object... entries) {
        return Arrays.stream(entries).map(Object::toString).collect(Collectors.joining(File.pathSeparator));
    }

    private static String tandem() {
        return path(TANDEM.stream().map(PackagingTest::place).toArray());
    }

    private static String output(ChildJvm jvm) {
        ChildJvm.Outcome outcome = jvm.run();
        assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
        return outcome.out();
    }

    /** A folder that registers the extra backend, to be put on a class path. */
    private Path extra() throws IOException {
        Path entry = folder.resolve("extra");
        register(entry, ExtraProvider.class);
        return entry;
    }

    private static void register(Path entry, Class<?>... providers) throws IOException {
        Path file = entry.resolve(SERVICE);
        Files.createDirectories(file.getParent());
        Files.write(file, Arrays.stream(providers).map(Class::getName).toList());
    }

    /** All of Tandem and the probe's classes in one folder without a service file, as in a jar that was merged from many. */
    private Path merged() throws IOException {
        Path all = folder.resolve("merged");
        for (Class<?> part : List.of(Devices.class, BackendProvider.class, CpuBackendProvider.class, Probe.class)) {
            Path from = place(part);
            if (Files.isDirectory(from)) {
                copy(from, all);
            } else {
                try (FileSystem jar = FileSystems.newFileSystem(from)) {
                    copy(jar.getPath("/"), all);
                }
            }
        }
        Files.deleteIfExists(all.resolve(SERVICE));
        return all;
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = from.relativize(file).toString();
                Path copy = to.resolve(name);
                if (!name.endsWith("module-info.class") && !Files.exists(copy)) {
                    Files.createDirectories(copy.getParent());
                    Files.copy(file, copy);
                }
            }
        }
    }

    private ChildJvm probe(String classPath, String task) {
        return ChildJvm.main(Probe.class.getName(), classPath).arguments(task);
    }

    @Test
    void anImageOfJlinkFindsTheCpuAndComputes() {
        Path image = folder.resolve("image");
        StringWriter said = new StringWriter();
        PrintWriter writer = new PrintWriter(said);
        int status = ToolProvider.findFirst("jlink")
                .orElseThrow()
                .run(
                        writer,
                        writer,
                        "--module-path",
                        tandem(),
                        "--add-modules",
                        "io.tandem.scheduler,io.tandem.backend.cpu,jdk.incubator.vector",
                        "--output",
                        image.toString());
        assertThat(status).as(said.toString()).isZero();
        ChildJvm child = probe(place(Probe.class).toString(), "run")
                .home(image)
                .options("--add-modules", "io.tandem.scheduler,io.tandem.backend.cpu,jdk.incubator.vector");
        assertThat(output(child)).contains("found cpu:0", "module io.tandem.scheduler", "right");
    }

    @Test
    void aMergedJarWithMergedServiceFilesFindsEveryBackend() throws IOException {
        Path merged = merged();
        register(merged, ExtraProvider.class, CpuBackendProvider.class);
        assertThat(output(probe(merged.toString(), "list"))).contains("found cpu:0", "found extra:0");
    }

    @Test
    void aMergedJarThatLostAServiceFileNamesTheRemedy() throws IOException {
        Path merged = merged();
        String remedy = "CpuBackendProvider: is on the class path, but no " + SERVICE
                + " names it. Where jars are merged into one, merge the service files too";
        ChildJvm.Outcome none = probe(merged.toString(), "run").run();
        assertThat(none.exitCode()).as(none.toString()).isEqualTo(1);
        assertThat(none.err()).contains("No device to run on", remedy);
        register(merged, ExtraProvider.class);
        assertThat(output(probe(merged.toString(), "list")))
                .contains("found extra:0", "missing io.tandem.backend.cpu.CpuBackendProvider: is on the class path")
                .doesNotContain("found cpu:0");
    }

    @Test
    void theOrderOfTheClassPathIsNotTheOrderOfDevices() throws IOException {
        List<Path> entries = List.of(place(Devices.class), place(CpuBackendProvider.class), extra());
        String others = path(place(BackendProvider.class), place(Probe.class));
        String forwards = output(probe(path(path(entries.toArray()), others), "list"));
        String backwards = output(probe(path(others, path(entries.reversed().toArray())), "list"));
        assertThat(forwards).contains("found cpu:0", "found extra:0").isEqualTo(backwards);
    }

    @Test
    void aPlugInOfAChildLoaderIsFound() throws IOException {
        Path plugIn = extra();
        Path file = plugIn.resolve(ExtraProvider.class.getName().replace('.', '/') + ".class");
        Files.createDirectories(file.getParent());
        Files.copy(place(ExtraProvider.class).resolve(plugIn.relativize(file)), file);
        Path program = folder.resolve("program");
        Path probe = program.resolve(Probe.class.getName().replace('.', '/') + ".class");
        Files.createDirectories(probe.getParent());
        try (Stream<Path> classes =
                Files.list(place(Probe.class).resolve(program.relativize(probe)).getParent())) {
            for (Path type : classes.filter(
                            path -> path.getFileName().toString().startsWith("Probe"))
                    .toList()) {
                Files.copy(type, probe.resolveSibling(type.getFileName()));
            }
        }
        String found = output(probe(path(tandem(), program), "plug-in").arguments(plugIn.toString()));
        assertThat(found).contains("found cpu:0", "found extra:0");
        assertThat(output(probe(path(tandem(), program), "list"))).doesNotContain("extra:0");
    }

    @Test
    void theCommonPoolFindsBackendsOnEitherPath() {
        assertThat(output(probe(path(tandem(), place(Probe.class)), "pool"))).contains("found cpu:0");
        assertThat(output(probe(place(Probe.class).toString(), "pool")
                        .options("-p", tandem(), "--add-modules", "io.tandem.scheduler,io.tandem.backend.cpu")))
                .contains("found cpu:0", "module io.tandem.scheduler");
    }

    @Test
    void withoutNativeAccessTheReasonNamesTheFlag() {
        String classPath = path(tandem(), place(Probe.class));
        assertThat(output(probe(classPath, "list").withoutNativeAccess()))
                .contains("missing cpu: The JVM refuses this backend native access")
                .contains("--enable-native-access=ALL-UNNAMED");
    }

    @Test
    void withoutTheVectorModuleOneLineNamesTheFlagAndNothingElseIsSaid() {
        ChildJvm.Outcome outcome =
                probe(path(tandem(), place(Probe.class)), "run").run();
        assertThat(outcome.out()).contains("right");
        assertThat(outcome.err().lines().filter(line -> line.contains("WARNING")))
                .singleElement()
                .asString()
                .contains("--add-modules jdk.incubator.vector");
    }
}
