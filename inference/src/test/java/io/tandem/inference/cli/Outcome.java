package io.tandem.inference.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What a call of the program left behind. */
record Outcome(int code, String out, String err) {
    /** Calls the program inside this process. */
    static Outcome of(Object... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        Console console = new Console(new PrintWriter(out), new PrintWriter(err), false);
        int code = Main.run(console, strings(arguments).toArray(String[]::new));
        return new Outcome(code, out.toString(), err.toString());
    }

    /** Calls the program in a process of its own, which must end by itself. */
    static Outcome inProcess(List<String> jvmOptions, Object... arguments) throws IOException, InterruptedException {
        Path out = Files.createTempFile("tandem", ".out");
        return inProcess(out, jvmOptions, arguments);
    }

    /** The same with standard output to some file or device. */
    static Outcome inProcess(Path out, List<String> jvmOptions, Object... arguments)
            throws IOException, InterruptedException {
        Path err = Files.createTempFile("tandem", ".err");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "--add-modules=jdk.incubator.vector"));
        command.addAll(jvmOptions);
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        command.addAll(List.of("-cp", classPath, "io.tandem.inference.cli.Main"));
        command.addAll(strings(arguments));
        Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        assertThat(process.waitFor(300, TimeUnit.SECONDS))
                .as("the process ends")
                .isTrue();
        assertThat(process.descendants()).as("processes left behind").isEmpty();
        return new Outcome(process.exitValue(), read(out), read(err));
    }

    private static List<String> strings(Object... arguments) {
        List<String> strings = new ArrayList<>();
        for (Object argument : arguments) {
            strings.add(argument.toString());
        }
        return strings;
    }

    private static String read(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            return "";
        }
        String text = Files.readString(file, StandardCharsets.UTF_8);
        Files.delete(file);
        return text.lines()
                .filter(line -> !line.contains("WARNING: Using incubator modules"))
                .collect(java.util.stream.Collectors.joining("\n"));
    }

    /** The lines of standard output. */
    List<String> lines() {
        return out.lines().toList();
    }

    /** Asserts success without a word on standard error. */
    Outcome succeeded() {
        assertThat(err).isEmpty();
        assertThat(code).isZero();
        return this;
    }

    /** Asserts a failure: its exit code, no result, and one line on standard error that has the given parts. */
    void failed(int expectedCode, String... parts) {
        assertThat(err.lines().toList()).hasSize(1);
        assertThat(err).startsWith("tandem: ").contains(parts);
        assertThat(out).isEmpty();
        assertThat(code).isEqualTo(expectedCode);
    }
}
