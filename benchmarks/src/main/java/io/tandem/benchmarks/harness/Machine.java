package io.tandem.benchmarks.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Where the figures come from.
 *
 * @param processor its model, or the architecture where the system does not tell
 * @param processors how many the JVM may use
 * @param system the operating system
 * @param java the JVM's version
 */
public record Machine(String processor, int processors, String system, String java) {
    private static final Path PROCESSORS = Path.of("/proc/cpuinfo");

    /** This machine. */
    public static Machine current() {
        return new Machine(
                model(),
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("os.name"),
                System.getProperty("java.version"));
    }

    private static String model() {
        String architecture = System.getProperty("os.arch");
        if (!Files.isReadable(PROCESSORS)) {
            return architecture;
        }
        try (Stream<String> lines = Files.lines(PROCESSORS)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(architecture);
        } catch (IOException e) {
            return architecture;
        }
    }

    @Override
    public String toString() {
        return processor + ", " + processors + " processors, " + system + ", Java " + java;
    }
}
