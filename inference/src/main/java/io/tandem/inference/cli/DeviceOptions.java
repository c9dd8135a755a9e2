package io.tandem.inference.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What there is to compute on. */
final class DeviceOptions {
    private static final String VECTOR_MODULE = "jdk.incubator.vector";

    @Option(
            names = "--devices",
            paramLabel = "LIST",
            description = "Devices in order of preference, such as vulkan:0,opencl:0,cpu or gpu,cpu.")
    private @Nullable String devices;

    @Option(names = "--threads", paramLabel = "N", description = "Threads of the CPU device.")
    private @Nullable Integer threads;

    @Option(names = "--software", description = "Also uses software drivers of Vulkan and OpenCL.")
    private boolean allowsSoftware;

    /** The devices in order, or none for the default order. */
    Optional<String> devices() {
        return Optional.ofNullable(devices);
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
