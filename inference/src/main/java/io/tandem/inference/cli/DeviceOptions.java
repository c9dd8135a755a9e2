package io.tandem.inference.cli;

import io.tandem.inference.resource.Reason;
import io.tandem.scheduler.Timeline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a command computes. */
final class DeviceOptions {
    private static final String VECTOR_MODULE = "jdk.incubator.vector";

    @Option(
            names = "--devices",
            paramLabel = "LIST",
            description = "Devices in order of preference, such as vulkan:0,opencl:0,cpu or gpu,cpu.")
    private @Nullable String devices;

    @Option(
            names = "--pin",
            paramLabel = "REGEX=DEVICE",
            description = "Runs or keeps all tensors whose names match on this device. May be repeated.")
    private Map<String, String> pins = new LinkedHashMap<>();

    @Option(names = "--threads", paramLabel = "N", description = "Threads of the CPU device.")
    private @Nullable Integer threads;

    @Option(names = "--trace", paramLabel = "FILE.json", description = "Writes a timeline for Perfetto.")
    private @Nullable Path trace;

    @Option(names = "--software", description = "Also uses software drivers of Vulkan and OpenCL.")
    private boolean allowsSoftware;

    /** The devices in order, or none for the default order. */
    Optional<String> devices() {
        return Optional.ofNullable(devices);
    }

    /** Devices by the pattern of the names that they get. */
    Map<String, String> pins() {
        return pins;
    }

    /** Whether a timeline is wanted. */
    boolean isTraced() {
        return trace != null;
    }

    /**
     * Writes the timelines to the wanted file, if one is wanted.
     *
     * @throws IOException if it cannot be written
     */
    void writeTrace(List<Timeline> timelines) throws IOException {
        if (trace != null) {
            try {
                Files.writeString(trace, Timeline.toChromeTrace(timelines));
            } catch (IOException e) {
                throw new IOException("cannot write " + trace + ": " + Reason.ofWriting(e), e);
            }
        }
    }

    /** The options of discovery. */
    Map<String, String> discovery() {
        Map<String, String> options = new LinkedHashMap<>();
        if (allowsSoftware) {
            options.put("allowSoftware", "true");
        }
        if (threads != null) {
            options.put("cpu.threads", threads.toString());
        }
        if (ModuleLayer.boot().findModule(VECTOR_MODULE).isEmpty()) {
            // Deliberate for a command of seconds, so nothing to warn of: see docs/performance.md.
            options.put("cpu.kernels", "scalar");
        }
        return options;
    }
}
