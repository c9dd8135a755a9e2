package io.tandem.backend.cpu;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The processor's name. */
final class Processor {
    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

    private Processor() {}

    static String description() {
        return name() + ", " + Runtime.getRuntime().availableProcessors() + " processors";
    }

    private static String name() {
        if (Files.isReadable(CPU_INFO)) {
            try (Stream<String> lines = Files.lines(CPU_INFO)) {
                String found = lines.filter(line -> line.startsWith("model name"))
                        .map(line -> line.substring(line.indexOf(':') + 1).strip())
                        .findFirst()
                        .orElse("");
                if (!found.isEmpty()) {
                    return found;
                }
            } catch (IOException e) {
                // A name is a nicety: the architecture does.
            }
        }
        String windows = System.getenv("PROCESSOR_IDENTIFIER");
        return windows != null ? windows : System.getProperty("os.arch", "processor");
    }
}
