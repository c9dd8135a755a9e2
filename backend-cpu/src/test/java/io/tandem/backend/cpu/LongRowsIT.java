package io.tandem.backend.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.tandem.backend.BufferUsage;
import io.tandem.backend.CommandQueue;
import io.tandem.backend.Device;
import io.tandem.backend.DeviceBuffer;
import io.tandem.backend.Discovery;
import io.tandem.backend.Executable;
import io.tandem.backend.Operand;
import io.tandem.backend.Program;
import io.tandem.graph.Graph;
import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Node;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * Kernels with long loops keep their vectors in registers, although the JVM compiles them after few calls. Vectors in
 * objects show in what is allocated. A JVM of its own has seen nothing else.
 */
class LongRowsIT {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final Shape SHAPE = Shape.of(4096, 64);
    private static final long BYTES = SHAPE.elements() * Float.BYTES;
    private static final int RUNS = 20;
    private static final long WARM_UP_NANOS = 60_000_000_000L;

    @Test
    void softmaxAllocatesNothingOnceCompiled() {
        CpuBackendProvider provider = new CpuBackendProvider();
        Map<String, String> options = Map.of("threads", "1");
        Discovery.Found found = (Discovery.Found) provider.discover(options);
        try (Device device = provider.open(found.devices().getFirst(), options);
                DeviceBuffer buffer = device.allocate(2 * BYTES, BufferUsage.ACTIVATIONS);
                Executable program = device.compile(program(buffer));
                CommandQueue queue = device.newQueue()) {
            queue.fill(buffer.slice(0, BYTES), (byte) 0, List.of()).await(Long.MAX_VALUE);
            long end = System.nanoTime() + WARM_UP_NANOS;
            long allocated;
            do {
                long before = THREADS.getTotalThreadAllocatedBytes();
                for (int run = 0; run < RUNS; run++) {
                    queue.execute(program, List.of());
                }
                allocated = (THREADS.getTotalThreadAllocatedBytes() - before) / RUNS;
            } while (allocated > BYTES / 64 && System.nanoTime() < end);

            assertThat(allocated).as("bytes per run").isLessThanOrEqualTo(BYTES / 64);
        }
    }

    private static Program program(DeviceBuffer buffer) {
        GraphBuilder graph = Graph.builder();
        Node node = Objects.requireNonNull(
                graph.softMax(graph.input("x", DType.F32, SHAPE)).producer());
        Operand x = Operand.of(node.inputs().getFirst(), buffer.slice(0, BYTES));
        Operand y = Operand.of(node.output(), buffer.slice(BYTES, BYTES));
        return new Program("rows", List.of(new Program.Step(node, List.of(x), y, null)));
    }
}
