package io.tandem.inference.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.inference.onnx.OnnxBuilder;
import io.tandem.inference.onnx.format.OnnxType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The program in processes of its own: exit codes, what it leaves behind, what surrounds it. */
class ProcessTest {
    @TempDir
    Path folder;

    private Path text = Path.of("");

    @BeforeEach
    void writeText() throws IOException {
        text = Files.writeString(folder.resolve("text.md"), "# Puffins\n\nPuffins nest in burrows.\n");
    }

    private Outcome search(List<String> jvmOptions) throws IOException, InterruptedException {
        return Outcome.inProcess(jvmOptions, "search", "--devices", "cpu", "where do puffins nest?", text);
    }

    @Test
    void answersWithASmallHeap() throws Exception {
        assertThat(search(List.of("-Xmx64m")).succeeded().out()).contains("text.md:1", "Puffins nest in burrows.");
    }

    @Test
    void aSecondQuestionUsesTheVectorsOfTheFirst() throws Exception {
        Path cache = folder.resolve("cache");
        List<String> options = List.of("-Dtandem.cache=" + cache);
        String first = search(options).succeeded().out();
        try (Stream<Path> files = Files.list(cache.resolve("vectors"))) {
            assertThat(files).hasSize(1);
        }
        assertThat(search(options).succeeded().out()).isEqualTo(first);
        Files.writeString(text, "# Gulls\n\nGulls nest on roofs.\n");
        assertThat(search(options).succeeded().out()).contains("Gulls nest on roofs.");
        try (Stream<Path> files = Files.list(cache.resolve("vectors"))) {
            assertThat(files).hasSize(2);
        }
    }

    @Test
    void exitCodesReachTheShell() throws Exception {
        Outcome.inProcess(List.of(), "search", "q").failed(2, "FILE");
        Outcome.inProcess(List.of(), "search", "q", folder.resolve("none")).failed(1, "there is no such file");
        Outcome.inProcess(List.of(), "embed", "--devices", "quantum:0", "x").failed(2, "quantum:0");
        assertThat(Outcome.inProcess(List.of(), "--help").succeeded().out())
                .contains("search", "embed", "devices", "plan", "run", "check");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void resultsThatCannotBeWrittenAreAnError() throws Exception {
        Outcome.inProcess(Path.of("/dev/full"), List.of(), "devices")
                .failed(1, "cannot write the results: no space left on device");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void memoryThatRunsOutIsOneClearError() throws Exception {
        Path model = Files.write(
                folder.resolve("model.onnx"),
                new OnnxBuilder()
                        .input("x", OnnxType.FLOAT, "n")
                        .output("y")
                        .node("Relu", List.of("x"), List.of("y"))
                        .build());
        Path endless = Files.createSymbolicLink(folder.resolve("x.npy"), Path.of("/dev/zero"));
        // without a thread that may be the one to find no memory
        List<String> small = List.of("-Xmx32m", "-Dio.tandem.backend.cpu.directives=off");
        Outcome.inProcess(small, "run", "--devices", "cpu", "--input", "x=" + endless, model)
                .failed(1, "out of memory", "TANDEM_JAVA_OPTIONS=-Xmx2g");
        Path set = Files.createDirectory(folder.resolve("test_data_set_0"));
        Files.createSymbolicLink(set.resolve("input_0.pb"), Path.of("/dev/zero"));
        Outcome checked = Outcome.inProcess(small, "check", "--devices", "cpu", folder, folder);
        assertThat(checked.err()).isEmpty();
        assertThat(checked.out()).contains("out of memory").endsWith("0 PASS, 2 FAIL, 0 UNSUPPORTED");
    }

    @Test
    void verboseShowsTheStackTrace() throws Exception {
        Outcome outcome = Outcome.inProcess(List.of(), "search", "--verbose", "q", folder.resolve("none"));
        assertThat(outcome.err()).contains("there is no such file", "\tat io.tandem.inference");
        assertThat(outcome.code()).isEqualTo(1);
    }

    @Test
    void worksWithoutACacheFolder() throws Exception {
        Path blocked = Files.writeString(folder.resolve("blocked"), "a file where the folder should be");
        Outcome outcome = search(List.of("-Dtandem.cache=" + blocked.resolve("cache")));
        assertThat(outcome.code()).isZero();
        assertThat(outcome.out()).contains("Puffins nest in burrows.");
        assertThat(outcome.err().lines().toList()).hasSize(1);
        assertThat(outcome.err()).startsWith("tandem: warning: cannot keep ").contains("TANDEM_CACHE");
    }

    @Test
    void whereNativesCannotBeUnpackedTheErrorNamesAPropertyThatHelps() throws Exception {
        Path blocked = Files.writeString(folder.resolve("blocked"), "a file where the folder should be");
        List<String> nowhere = List.of(
                "-Dtandem.cache=" + blocked.resolve("cache"),
                "-Djava.io.tmpdir=" + blocked.resolve("tmp"),
                // LWJGL would take a folder in the current one.
                "-Dorg.lwjgl.system.SharedLibraryExtractPath=" + folder.resolve("lwjgl"));
        Outcome outcome = search(nowhere);
        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.err())
                .contains("cannot load the tokenizers' native library from " + blocked)
                .contains("Set the system property ENGINE_CACHE_DIR to a folder");
        List<String> somewhere = new ArrayList<>(nowhere);
        somewhere.add("-DENGINE_CACHE_DIR=" + folder.resolve("natives"));
        assertThat(search(somewhere).out()).contains("Puffins nest in burrows.");
    }

    @Test
    void aDamagedNativeLibraryIsReplaced() throws Exception {
        Path cache = folder.resolve("cache");
        String option = "-Dtandem.cache=" + cache;
        search(List.of(option)).succeeded();
        Path library;
        try (Stream<Path> files = Files.walk(cache.resolve("natives"))) {
            library = files.filter(Files::isRegularFile).findFirst().orElseThrow();
        }
        byte[] intact = Files.readAllBytes(library);
        byte[] damaged = intact.clone();
        java.util.Arrays.fill(damaged, 1 << 20, 2 << 20, (byte) 0x55);
        Files.write(library, damaged);
        Outcome outcome = search(List.of(option));
        assertThat(outcome.out()).contains("Puffins nest in burrows.");
        assertThat(outcome.err())
                .isEqualTo("tandem: warning: the cached copy " + library + " is damaged; it is unpacked again");
        assertThat(Files.readAllBytes(library)).isEqualTo(intact);
        search(List.of(option)).succeeded();
    }

    @Test
    void aDamagedCachedModelIsReplaced() throws Exception {
        Path cache = folder.resolve("cache");
        String option = "-Dtandem.cache=" + cache;
        search(List.of(option)).succeeded();
        Path model;
        try (var files = Files.list(cache)) {
            model = files.filter(file -> file.toString().endsWith(".onnx"))
                    .findFirst()
                    .orElseThrow();
        }
        long size = Files.size(model);
        Files.write(model, new byte[] {1, 2, 3});
        Outcome outcome = search(List.of(option));
        assertThat(outcome.out()).contains("Puffins nest in burrows.");
        assertThat(outcome.err()).startsWith("tandem: warning: the cached copy").contains("is damaged");
        assertThat(Files.size(model)).isEqualTo(size);
        search(List.of(option)).succeeded();
    }

    @Test
    void nothingIsFetchedFromAnywhere() throws Exception {
        List<String> offline = List.of(
                "-Djava.net.useSystemProxies=false",
                "-Dhttp.proxyHost=127.0.0.1",
                "-Dhttp.proxyPort=9",
                "-Dhttps.proxyHost=127.0.0.1",
                "-Dhttps.proxyPort=9",
                "-Dtandem.cache=" + folder.resolve("fresh"));
        search(offline).succeeded();
    }
}
