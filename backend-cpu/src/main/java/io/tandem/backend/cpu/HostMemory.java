package io.tandem.backend.cpu;

import io.tandem.backend.MemoryInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * The host's memory. Linux tells in files, container limits included; loading the JVM's management classes, which know
 * elsewhere, takes a tenth of a second.
 */
final class HostMemory {
    private static final Path MEMORY_INFO = Path.of("/proc/meminfo");
    private static final Path GROUP = Path.of("/sys/fs/cgroup");

    private HostMemory() {}

    static MemoryInfo now() {
        try {
            return Files.isReadable(MEMORY_INFO) ? fromFiles() : fromManagement();
        } catch (IOException e) {
            return fromManagement();
        }
    }

    private static MemoryInfo fromFiles() throws IOException {
        long total = kibibytes("MemTotal:") * 1024;
        long free = kibibytes("MemAvailable:") * 1024;
        long limit = groupNumber("memory.max");
        if (limit > 0 && limit < total) {
            total = limit;
            free = Math.min(free, Math.max(0, limit - groupNumber("memory.current")));
        }
        return new MemoryInfo(total, OptionalLong.of(Math.min(free, total)));
    }

    private static long kibibytes(String name) throws IOException {
        try (Stream<String> lines = Files.lines(MEMORY_INFO)) {
            return lines.filter(line -> line.startsWith(name))
                    .map(line -> line.substring(name.length()).replace("kB", "").strip())
                    .mapToLong(Long::parseLong)
                    .findFirst()
                    .orElseThrow(() -> new IOException(MEMORY_INFO + " has no " + name));
        }
    }

    /** A number from the control group's files, or 0 where there is none. */
    private static long groupNumber(String name) {
        try {
            return Long.parseLong(Files.readString(GROUP.resolve(name)).strip());
        } catch (IOException | NumberFormatException e) {
            return 0;
        }
    }

    private static MemoryInfo fromManagement() {
        var system = java.lang.management.ManagementFactory.getOperatingSystemMXBean();
        if (system instanceof com.sun.management.OperatingSystemMXBean host) {
            long total = host.getTotalMemorySize();
            return new MemoryInfo(total, OptionalLong.of(Math.min(total, host.getFreeMemorySize())));
        }
        return new MemoryInfo(Runtime.getRuntime().maxMemory(), OptionalLong.empty());
    }
}
