package io.tandem.backend.cpu;

import io.tandem.backend.DeviceInfo;
import io.tandem.backend.DeviceKind;
import io.tandem.backend.Limits;
import io.tandem.backend.MemoryInfo;
import io.tandem.backend.OptionReader;
import io.tandem.backend.cpu.kernel.KernelSet;
import java.util.List;
import java.util.Map;

/**
 * How a device is to be opened.
 *
 * @param threads how many threads compute, the caller's included
 * @param kernels which kernels to run
 */
record CpuOptions(int threads, Kernels kernels) {
    static final String DEVICE = CpuBackendProvider.NAME + ":0";

    private static final int MOST_THREADS = 1024;
    private static final long ALIGNMENT = 64;

    /** Which kernels to run. */
    enum Kernels {
        /** Vectors where they are available and fast. */
        AUTO,
        /** Vectors or nothing. */
        VECTOR,
        /** No vectors. */
        SCALAR
    }

    static CpuOptions read(Map<String, String> options) {
        OptionReader reader = OptionReader.of(CpuBackendProvider.NAME, options, "threads", "kernels");
        long threads = reader.number("threads", Runtime.getRuntime().availableProcessors(), 1);
        if (threads > MOST_THREADS) {
            throw new IllegalArgumentException("Option threads must be at most " + MOST_THREADS + ", not " + threads);
        }
        String kernels = String.valueOf(reader.text("kernels", "auto"));
        return new CpuOptions(
                (int) threads,
                switch (kernels) {
                    case "auto" -> Kernels.AUTO;
                    case "vector" -> Kernels.VECTOR;
                    case "scalar" -> Kernels.SCALAR;
                    default ->
                        throw new IllegalArgumentException(
                                "Option kernels must be auto, vector or scalar, not '" + kernels + "'");
                });
    }

    /** Whether the kernels will work in vectors. */
    boolean usesVectors() {
        return switch (kernels) {
            case AUTO -> KernelSet.vectorsAvailable() && KernelSet.multipliesAndAddsAtOnce();
            case VECTOR -> KernelSet.vectorsAvailable();
            case SCALAR -> false;
        };
    }

    DeviceInfo describe() {
        MemoryInfo memory = HostMemory.now();
        return new DeviceInfo(
                DEVICE,
                CpuBackendProvider.NAME,
                Processor.description(),
                DeviceKind.CPU,
                false,
                null,
                null,
                memory,
                // Anything that is aligned to its elements can be wrapped.
                new Limits(memory.totalBytes(), ALIGNMENT, Long.BYTES),
                List.of(usesVectors() ? "vector" : "scalar", threads + (threads == 1 ? " thread" : " threads")));
    }
}
