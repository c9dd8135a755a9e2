package io.tandem.backend.vulkan;

import io.tandem.backend.BufferUsage;
import io.tandem.backend.CommandQueue;
import io.tandem.backend.DeviceBuffer;
import io.tandem.backend.DeviceInfo;
import io.tandem.backend.Discovery;
import io.tandem.backend.Executable;
import io.tandem.backend.Operand;
import io.tandem.backend.Program;
import io.tandem.backend.gpu.DeviceKernels;
import io.tandem.backend.gpu.Dispatch;
import io.tandem.backend.gpu.KernelKey;
import io.tandem.graph.Graph;
import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Tensor;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A program that prints how fast the first device multiplies matrices and what running a program costs: medians of runs.
 * Arguments: {@code divide=N} divides all extents, for devices that are slow; {@code only=vector,product,additions,upload,chain}
 * and {@code types=F32,…} choose; {@code threads=N,…} and {@code rows=N,…} compare those of the kernels for vectors.
 */
final class VulkanSpeed {
    private static final int RUNS = 15;

    private static final long CACHE_BYTES = 512L << 20;

    /** Where the constants of {@code matvec_subgroups.comp} have the rows of a work group. */
    private static final int ROWS_CONSTANT = 7;

    private final VulkanDevice device;
    private final CommandQueue queue;
    private final Map<String, String> arguments;
    private int threadsWanted;
    private int rowsWanted;

    private VulkanSpeed(VulkanDevice device, Map<String, String> arguments) {
        this.device = device;
        this.queue = device.newQueue();
        this.arguments = arguments;
    }

    public static void main(String[] given) {
        Map<String, String> arguments = new java.util.HashMap<>();
        for (String argument : given) {
            String[] parts = argument.split("=", 2);
            arguments.put(parts[0], parts[1]);
        }
        VulkanProvider provider = new VulkanProvider();
        if (!(provider.discover(Map.of()) instanceof Discovery.Found found)) {
            throw new IllegalStateException("There is no device");
        }
        DeviceInfo info = found.devices().getFirst();
        try (VulkanDevice device = (VulkanDevice) provider.open(info, Map.of())) {
            System.out.println(info.description() + " " + arguments);
            VulkanSpeed speed = new VulkanSpeed(device, arguments);
            speed.warmUp();
            speed.measureAll();
        }
    }

    private void measureAll() {
        int divisor = Integer.parseInt(arguments.getOrDefault("divide", "1"));
        if (includes("vector")) {
            for (DType type : types("F32,F16,BF16,Q8_0,Q4_0,Q5_0,Q4_K,Q6_K")) {
                vectors(type, 8192 / divisor);
            }
        }
        if (includes("product")) {
            for (DType type : types("F32,BF16,F16,Q8_0,Q4_0,Q4_K")) {
                matrix(type, 4096 / divisor);
            }
        }
        if (includes("upload")) {
            upload((1 << 30) / divisor);
        }
        if (includes("chain")) {
            chain(Shape.of(1536, 32));
            chain(Shape.of(384, 32));
            chain(Shape.of(1536, 2048));
            chain(Shape.of(14336, 512));
        }
        if (includes("additions")) {
            for (int dispatches : new int[] {1, 100, 2000}) {
                additions(dispatches);
            }
        }
    }

    /** Keeps the device busy until its clock is up. */
    private void warmUp() {
        try (DeviceBuffer buffer = device.allocate(64 << 20, BufferUsage.ACTIVATIONS)) {
            long end = System.nanoTime() + 500_000_000;
            while (System.nanoTime() < end) {
                queue.fill(buffer.slice(0, 64 << 20), (byte) 0, List.of()).await(Long.MAX_VALUE);
            }
        }
    }

    private boolean includes(String what) {
        return List.of(arguments.getOrDefault("only", what).split(",", -1)).contains(what);
    }

    private List<DType> types(String usual) {
        return Arrays.stream(arguments.getOrDefault("types", usual).split(",", -1))
                .map(DType::valueOf)
                .toList();
    }

    /** One product by each choice of threads and rows. */
    private void vectors(DType type, int extent) {
        for (String threads : arguments.getOrDefault("threads", "0").split(",", -1)) {
            for (String rows : arguments.getOrDefault("rows", "0").split(",", -1)) {
                threadsWanted = Integer.parseInt(threads);
                rowsWanted = Integer.parseInt(rows);
                vector(type, extent);
            }
        }
    }

    private void vector(DType type, int extent) {
        double seconds = product(type, type == DType.F16 ? DType.F16 : DType.F32, extent, 1);
        double bytes = (double) type.rowBytes(extent) * extent;
        System.out.printf(
                "matrix-vector %s %d²: %.0f GB/s, %.1f µs%s%n",
                type,
                extent,
                bytes / seconds / 1e9,
                seconds * 1e6,
                threadsWanted + rowsWanted == 0 ? "" : ", threads " + threadsWanted + ", rows " + rowsWanted);
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
        int times = columns == 1 ? 100 : 20;
        return seconds(graph.mulMat(a, b), times) / times;
    }

    private void additions(int count) {
        GraphBuilder graph = Graph.builder();
        Tensor a = graph.input("a", DType.F32, Shape.of(1024));
        double seconds = seconds(graph.add(a, graph.input("b", DType.F32, Shape.of(1024))), count);
        System.out.printf("a program of %d dependent additions: %.1f µs%n", count, seconds * 1e6);
    }

    /** What follows a product in a layer, bias, activation and residual, beside the activation alone. */
    private void chain(Shape shape) {
        int times = 20;
        try (DeviceBuffer buffer = device.allocate(4 * shape.elements() * Float.BYTES, BufferUsage.ACTIVATIONS)) {
            GraphBuilder graph = Graph.builder();
            Tensor x = graph.input("x", DType.F32, shape);
            Tensor biased = graph.add(x, graph.input("bias", DType.F32, Shape.of(shape.d0())));
            Tensor activated = graph.geluErf(biased);
            Tensor summed = graph.add(activated, graph.input("residual", DType.F32, shape));
            double whole = seconds(buffer, List.of(biased, activated, summed), times);
            double alone = seconds(buffer, List.of(activated), times);
            System.out.printf(
                    "bias, GELU and residual of %s: %.2f µs, GELU alone %.2f µs%n",
                    shape, whole / times * 1e6, alone / times * 1e6);
        }
    }

    /** The time of steps one after the other, all in place but for their second operands. */
    private double seconds(DeviceBuffer buffer, List<Tensor> results, int times) {
        List<Program.Step> steps = new ArrayList<>();
        long bytes = buffer.byteSize() / 4;
        for (int i = 0; i < times; i++) {
            for (Tensor result : results) {
                var node = Objects.requireNonNull(result.producer());
                List<Operand> inputs = new ArrayList<>();
                for (Tensor input : node.inputs()) {
                    long at = inputs.isEmpty() ? 0 : bytes;
                    inputs.add(Operand.of(input, buffer.slice(at, input.layout().byteExtent())));
                }
                steps.add(new Program.Step(node, inputs, Operand.of(result, buffer.slice(0, bytes)), null));
            }
        }
        try (Executable executable = device.compile(new Program("chain", steps))) {
            return median(() -> queue.execute(executable, List.of()).await(Long.MAX_VALUE));
        }
    }

    private void upload(int bytes) {
        MemorySegment source = MemorySegment.ofArray(new byte[bytes]);
        try (DeviceBuffer buffer = device.allocate(bytes, BufferUsage.WEIGHTS)) {
            double seconds = median(() ->
                    queue.upload(source, buffer.slice(0, bytes), List.of()).await(Long.MAX_VALUE));
            System.out.printf("upload of %d MiB: %.1f GB/s%n", bytes >> 20, bytes / seconds / 1e9);
            seconds = median(() ->
                    queue.download(buffer.slice(0, bytes), source, List.of()).await(Long.MAX_VALUE));
            System.out.printf("download of %d MiB: %.1f GB/s%n", bytes >> 20, bytes / seconds / 1e9);
            seconds = median(() ->
                    queue.fill(buffer.slice(0, bytes), (byte) 1, List.of()).await(Long.MAX_VALUE));
            System.out.printf("fill of %d MiB: %.1f GB/s%n", bytes >> 20, bytes / seconds / 1e9);
            int times = 10;
            seconds = median(() -> {
                for (int i = 1; i < times; i++) {
                    queue.copy(buffer.slice(0, bytes / 2), buffer.slice(bytes / 2, bytes / 2), List.of());
                }
                queue.copy(buffer.slice(0, bytes / 2), buffer.slice(bytes / 2, bytes / 2), List.of())
                        .await(Long.MAX_VALUE);
            });
            System.out.printf(
                    "copy on the device, read and written: %.1f GB/s%n", times * (double) bytes / seconds / 1e9);
        }
    }

    /** The median time of a program that computes a tensor that many times. */
    private double seconds(Tensor result, int times) {
        var node = Objects.requireNonNull(result.producer());
        List<DeviceBuffer> buffers = new ArrayList<>();
        List<Operand> others = new ArrayList<>();
        for (Tensor input : node.inputs().subList(1, node.inputs().size())) {
            others.add(bound(input, buffers));
        }
        Operand output = bound(result, buffers);
        Tensor first = node.inputs().getFirst();
        // So many, that none is in a cache any more when its turn comes again.
        int copies = Math.clamp(CACHE_BYTES / first.layout().byteExtent(), 1, times);
        List<Operand> firsts = new ArrayList<>();
        for (int i = 0; i < copies; i++) {
            firsts.add(bound(first, buffers));
        }
        List<Program.Step> steps = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            List<Operand> inputs = new ArrayList<>(List.of(firsts.get(i % copies)));
            inputs.addAll(others);
            steps.add(new Program.Step(node, inputs, output, null));
        }
        Program program = new Program("speed", steps);
        List<Dispatch> dispatches = new DeviceKernels("speed", device.physical().traits())
                .plan(program).stream().map(this::tuned).toList();
        try (Executable executable = device.record(program, dispatches)) {
            return median(() -> queue.execute(executable, List.of()).await(Long.MAX_VALUE));
        } finally {
            buffers.forEach(DeviceBuffer::close);
        }
    }

    /** A kernel for vectors with other numbers of threads and rows. */
    private Dispatch tuned(Dispatch dispatch) {
        KernelKey kernel = dispatch.kernel();
        if (!kernel.module().equals("matvec_subgroups")) {
            return dispatch;
        }
        List<Integer> constants = new ArrayList<>(kernel.constants());
        int before = constants.get(ROWS_CONSTANT);
        int rows = rowsWanted == 0 ? before : rowsWanted;
        int threads = threadsWanted == 0 ? kernel.threads() : threadsWanted;
        constants.set(ROWS_CONSTANT, rows);
        constants.set(0, threads);
        int groups = dispatch.groups() * before / rows;
        int[] words = dispatch.parameters().clone();
        words[Dispatch.COUNT] = groups;
        return new Dispatch(
                new KernelKey(kernel.module(), constants, threads * rows * Float.BYTES),
                words,
                dispatch.reports(),
                groups,
                dispatch.reads(),
                dispatch.writes());
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
