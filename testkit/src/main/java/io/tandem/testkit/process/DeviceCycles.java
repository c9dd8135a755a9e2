package io.tandem.testkit.process;

import io.tandem.backend.BackendProvider;
import io.tandem.backend.BufferUsage;
import io.tandem.backend.CommandQueue;
import io.tandem.backend.Device;
import io.tandem.backend.DeviceBuffer;
import io.tandem.backend.DeviceInfo;
import io.tandem.backend.Executable;
import io.tandem.backend.Operand;
import io.tandem.backend.Program;
import io.tandem.graph.Graph;
import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Tensor;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Opens, uses and closes a device again and again, to see what memory that takes for good. On Linux. */
public final class DeviceCycles {
    /** How often a program runs in a cycle. */
    public static final int RUNS = 10;

    /** Interpreted and with its heap in use from the start, the JVM itself takes nothing more on the way. */
    private static final String[] STEADY = {"-Xint", "-Xms32m", "-Xmx32m", "-XX:+AlwaysPreTouch", "-XX:+UseSerialGC"};

    /** Enough for a thousand cycles on a machine that is busy with other things. */
    private static final Duration TIMEOUT = Duration.ofMinutes(40);

    private DeviceCycles() {}

    /** Opens a device, runs a program on it {@value #RUNS} times and closes it. */
    public static void cycle(BackendProvider provider, DeviceInfo info) {
        try (Device device = provider.open(info, Map.of());
                CommandQueue queue = device.newQueue();
                DeviceBuffer buffer = device.allocate(1 << 20, BufferUsage.ACTIVATIONS)) {
            queue.fill(buffer.slice(1, 1000), (byte) 1, List.of());
            try (Executable executable = device.compile(root(buffer))) {
                for (int run = 0; run < RUNS; run++) {
                    queue.execute(executable, List.of()).await(Long.MAX_VALUE);
                }
            }
            queue.download(buffer.slice(0, 2000), MemorySegment.ofArray(new byte[2000]), List.of())
                    .await(Long.MAX_VALUE);
        }
    }

    private static Program root(DeviceBuffer buffer) {
        GraphBuilder graph = Graph.builder();
        Tensor x = graph.input("x", DType.F32, Shape.of(16));
        Tensor root = graph.sqrt(x);
        return new Program(
                "root",
                List.of(new Program.Step(
                        Objects.requireNonNull(root.producer()),
                        List.of(Operand.of(x, buffer.slice(0, 64))),
                        Operand.of(root, buffer.slice(0, 64)),
                        null)));
    }

    /**
     * The rest of a program that {@link #growth} starts.
     *
     * @param arguments the program's: which cycle, then after how many of them it prints the resident memory in KiB
     * @param cycles the cycles by name
     */
    public static void run(String[] arguments, Map<String, Runnable> cycles) throws IOException {
        Runnable cycle = Objects.requireNonNull(cycles.get(arguments[0]), arguments[0]);
        int done = 0;
        for (String argument : List.of(arguments).subList(1, arguments.length)) {
            for (int count = Integer.parseInt(argument); done < count; done++) {
                cycle.run();
            }
            System.gc();
            System.out.println(residentKibibytes());
        }
    }

    private static long residentKibibytes() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .findFirst()
                .orElseThrow();
    }

    /**
     * By how many KiB the resident memory of a process grows from each of these numbers of cycles to the next.
     *
     * @param main the program, which calls {@link #run}
     * @param cycle which of its cycles
     * @throws IllegalStateException if the program fails
     */
    public static long[] growth(Class<?> main, String cycle, int... cycles) {
        String[] arguments = new String[cycles.length + 1];
        arguments[0] = cycle;
        for (int i = 0; i < cycles.length; i++) {
            arguments[i + 1] = String.valueOf(cycles[i]);
        }
        ChildJvm.Outcome outcome = ChildJvm.main(main)
                .options(STEADY)
                .environment("MALLOC_ARENA_MAX", "2")
                .arguments(arguments)
                .timeout(TIMEOUT)
                .run();
        if (outcome.exitCode() != 0) {
            throw new IllegalStateException(outcome.toString());
        }
        long[] kibibytes = outcome.out().lines().mapToLong(Long::parseLong).toArray();
        long[] growth = new long[cycles.length - 1];
        for (int i = 0; i < growth.length; i++) {
            growth[i] = kibibytes[i + 1] - kibibytes[i];
        }
        return growth;
    }
}
