package io.tandem.testkit.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Runs a Java program in a JVM of its own. On the test's class path with native access, if not said otherwise.
 *
 * <pre>{@code
 * ChildJvm.Outcome outcome = ChildJvm.main(Probe.class).environment("VK_DRIVER_FILES", "/nowhere").run();
 * }</pre>
 */
public final class ChildJvm {
    /**
     * How a program ended.
     *
     * @param exitCode its exit code; 128 + the signal's number where a signal ended it
     * @param out what it wrote to standard output
     * @param err what it wrote to standard error
     */
    public record Outcome(int exitCode, String out, String err) {
        @Override
        public String toString() {
            return "exit code " + exitCode + "\n--- standard output\n" + out + "\n--- standard error\n" + err;
        }
    }

    private static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";

    private final List<String> launch;
    private final List<String> options = new ArrayList<>();
    private final List<String> arguments = new ArrayList<>();
    private final Map<String, String> environment = new TreeMap<>();

    private boolean nativeAccess = true;
    private Duration timeout = Duration.ofMinutes(2);
    private Path directory = Path.of("");
    private Path home = Path.of(System.getProperty("java.home"));

    private ChildJvm(List<String> launch) {
        this.launch = launch;
    }

    /** The program of a class on the test's class path. */
    public static ChildJvm main(Class<?> program) {
        return main(program.getName(), classPath());
    }

    /** The program of a class on another class path. */
    public static ChildJvm main(String program, String classPath) {
        return new ChildJvm(List.of(NATIVE_ACCESS, "-cp", classPath, program));
    }

    /**
     * The program of a class in a module.
     *
     * @param program {@code module/package.Class}
     */
    public static ChildJvm module(String program, String modulePath) {
        return new ChildJvm(List.of("-p", modulePath, "-m", program));
    }

    /** The class path of the test that calls this. */
    public static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    /** Adds options of the JVM. */
    public ChildJvm options(String... added) {
        options.addAll(List.of(added));
        return this;
    }

    /** Takes native access from the program: the JVM throws IllegalCallerException, as a later Java will. */
    public ChildJvm withoutNativeAccess() {
        nativeAccess = false;
        return this;
    }

    /** Adds arguments of the program. */
    public ChildJvm arguments(String... added) {
        arguments.addAll(List.of(added));
        return this;
    }

    /** Sets an environment variable. */
    public ChildJvm environment(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /** Sets the Java to run on, such as an image that jlink made; the test's own if not said. */
    public ChildJvm home(Path folder) {
        home = folder;
        return this;
    }

    /** Sets the folder to run in; the test's own if not said. */
    public ChildJvm directory(Path folder) {
        directory = folder;
        return this;
    }

    /** Sets how long the program may take; two minutes if not said. */
    public ChildJvm timeout(Duration longest) {
        timeout = longest;
        return this;
    }

    /**
     * Runs the program and waits for its end.
     *
     * @throws AssertionError if it has not ended in time; it is killed then
     */
    public Outcome run() {
        List<String> command = new ArrayList<>();
        command.add(home.resolve("bin").resolve("java").toString());
        command.addAll(options);
        command.addAll(launch);
        if (!nativeAccess) {
            command.remove(NATIVE_ACCESS);
            command.add(1, "--illegal-native-access=deny");
        }
        command.addAll(arguments);
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(directory.toAbsolutePath().toFile());
        builder.environment().putAll(environment);
        try {
            return ended(builder.start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Outcome ended(Process process) throws IOException {
        process.getOutputStream().close();
        CompletableFuture<String> out = text(process.getInputStream());
        CompletableFuture<String> err = text(process.getErrorStream());
        try {
            if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly().waitFor();
                throw new AssertionError("The program did not end: " + new Outcome(-1, out.join(), err.join()));
            }
            return new Outcome(process.exitValue(), out.join(), err.join());
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while a program ran", e);
        }
    }

    /**
     * All of a stream, read by a thread of its own: the common pool has but one on a machine of two processors, and the
     * program would wait for ever for somebody to read its other stream.
     */
    private static CompletableFuture<String> text(InputStream stream) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try (stream) {
                        return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                },
                reading -> Thread.ofPlatform().daemon().start(reading));
    }
}
