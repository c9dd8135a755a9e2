package io.tandem.backend.opencl;

import io.tandem.backend.BufferUsage;
import io.tandem.backend.CommandQueue;
import io.tandem.backend.DeviceBuffer;
import io.tandem.backend.Executable;
import io.tandem.backend.Operand;
import io.tandem.backend.Program;
import io.tandem.graph.Graph;
import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Node;
import io.tandem.graph.Tensor;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * A program that prints how fast the first device multiplies matrices and what running a program costs: medians of runs. An
 * argument divides all extents, for devices that are slow.
 */
final class OpenClSpeed {
    private static final int RUNS = 15;
    private static final int UPLOADED_BYTES = 256 << 20;

    private final OpenClDevice device;
    private final CommandQueue queue;

    private OpenClSpeed(OpenClDevice device) {
        this.device = device;
        this.queue = device.newQueue();
    }

    public static void main(String[] arguments) {
        int divisor = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1;
        try (OpenClDevice device = TestDevice.open()) {
            System.out.println(device.info().description());
            new OpenClSpeed(device).measureAll(divisor);
        }
    }

    private void measureAll(int divisor) {
        for (DType type :
                List.of(DType.F32, DType.F16, DType.BF16, DType.Q8_0, DType.Q4_0, DType.Q5_0, DType.Q4_K, DType.Q6_K)) {
            vector(type, 8192 / divisor);
        }
        for (DType type : List.of(DType.F32, DType.BF16, DType.F16, DType.Q8_0, DType.Q4_0, DType.Q4_K)) {
            matrix(type, 4096 / divisor);
        }
        upload(UPLOADED_BYTES / divisor);
        for (int dispatches : new int[] {1, 100, 2000}) {
            additions(dispatches);
        }
    }

    private void vector(DType type, int extent) {
        double seconds = product(type, type == DType.F16 ? DType.F16 : DType.F32, extent, 1);
        double bytes = (double) type.rowBytes(extent) * extent;
        System.out.printf(
                "matrix-vector %s %d²: %.0f GB/s, %.1f µs%n", type, extent, bytes / seconds / 1e9, seconds * 1e6);
    }

    private void matrix(DType type, int extent) {
        double seconds = product(type, type == DType.F16 ? DType.F16 : DType.F32, extent, extent);
        double operations = 2.0 * extent * extent * extent;
        System.out.printf("product %s %d³: %.2f TFLOP/s%n", type, extent, operations / seconds / 1e12);
    }

    private double product(DType typeA, DType typeB, int extent, int columns) {
        GraphBuilder graph = Graph.builder();
        Tensor a = graph.input("a", typeA, Shape.of(extent, extent));
        Tensor b = graph.input("b", typeB, Shape.of(extent, columns));
        // Several in one program, as in a model: one alone would measure the submission.
        int times = columns == 1 ? 20 : 5;
        return seconds(graph.mulMat(a, b), times) / times;
    }

    private void additions(int count) {
        GraphBuilder graph = Graph.builder();
        Tensor a = graph.input("a", DType.F32, Shape.of(1024));
        double seconds = seconds(graph.add(a, graph.input("b", DType.F32, Shape.of(1024))), count);
        System.out.printf("a program of %d dependent additions: %.1f µs%n", count, seconds * 1e6);
    }

    private void upload(int bytes) {
        MemorySegment source = MemorySegment.ofArray(new byte[bytes]);
        try (DeviceBuffer buffer = device.allocate(bytes, BufferUsage.WEIGHTS)) {
            double seconds = median(() ->
                    queue.upload(source, buffer.slice(0, bytes), List.of()).await(Long.MAX_VALUE));
            System.out.printf("upload of %d MiB: %.1f GB/s%n", bytes >> 20, bytes / seconds / 1e9);
            seconds = median(() -> queue.copy(buffer.slice(0, bytes / 2), buffer.slice(bytes / 2, bytes / 2), List.of())
                    .await(Long.MAX_VALUE));
            System.out.printf("copy on the device, read and written: %.1f GB/s%n", bytes / seconds / 1e9);
        }
    }

    /** The median time of a program that computes a tensor that many times. */
    private double seconds(Tensor result, int times) {
        Node node = Objects.requireNonNull(result.producer());
        List<DeviceBuffer> buffers = new ArrayList<>();
        List<Operand> inputs = new ArrayList<>();
        for (Tensor input : node.inputs()) {
            inputs.add(bound(input, buffers));
        }
        Operand output = bound(result, buffers);
        List<Program.Step> steps = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            steps.add(new Program.Step(node, inputs, output, null));
        }
        try (Executable executable = device.compile(new Program("speed", steps))) {
            return median(() -> queue.execute(executable, List.of()).await(Long.MAX_VALUE));
        } finally {
            buffers.forEach(DeviceBuffer::close);
        }
    }

    private static double median(Runnable work) {
        double[] seconds = new double[RUNS];
        for (int run = -3; run < RUNS; run++) {
            long start = System.nanoTime();
            work.run();
            seconds[Math.max(0, run)] = (System.nanoTime() - start) / 1e9;
        }
        Arrays.sort(seconds);
        return seconds[RUNS / 2];
    }

    private Operand bound(Tensor tensor, List<DeviceBuffer> buffers) {
        long bytes = tensor.layout().byteExtent();
        DeviceBuffer buffer = device.allocate(bytes, BufferUsage.WEIGHTS);
        buffers.add(buffer);
        return Operand.of(tensor, buffer.slice(0, bytes));
    }
}
