package io.tandem.benchmarks;

import io.tandem.backend.Device;
import io.tandem.benchmarks.harness.Comparison;
import io.tandem.benchmarks.harness.Goal;
import io.tandem.benchmarks.harness.Peer;
import io.tandem.benchmarks.harness.Side;
import io.tandem.benchmarks.harness.Unit;
import io.tandem.benchmarks.peer.Ceiling;
import io.tandem.benchmarks.peer.OpenBlas;
import io.tandem.graph.Graph;
import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Tensor;
import io.tandem.graph.Weight;
import io.tandem.graph.WeightSource;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** MUL_MAT on our CPU backend, without a scheduler, beside OpenBLAS's product in F32 or what the machine can do at most. */
final class ProductBenchmarks {
    private static final int SIZE = 1024;
    private static final int ROWS = 4096;
    private static final int LONG_DEPTH = 14336;
    private static final List<DType> TYPES =
            List.of(DType.F32, DType.F16, DType.BF16, DType.Q4_0, DType.Q8_0, DType.Q4_K, DType.Q6_K);

    private ProductBenchmarks() {}

    static List<Comparison> comparisons(int threads) {
        Supplier<Device> cpu = () -> CpuDevice.open(threads);
        List<Comparison> all = new ArrayList<>();
        all.add(Product.square(DType.F32, SIZE, false).besideOpenBlas(cpu, threads, true, 0.85));
        all.add(Product.square(DType.F32, SIZE, true).besideOpenBlas(cpu, threads, false, 0.95));
        all.add(Product.square(DType.F16, SIZE, true).besideOpenBlas(cpu, threads, false, 0.75));
        all.add(Product.square(DType.BF16, SIZE, true).besideOpenBlas(cpu, threads, false, 0.75));
        all.add(new Product(DType.F32, ROWS, ROWS, 512, false).besideOpenBlas(cpu, threads, false, 0.85));
        for (DType type : TYPES) {
            for (int depth : new int[] {ROWS, LONG_DEPTH}) {
                all.add(new Product(type, ROWS, depth, 1, true).besideReading(cpu, threads, ofReading(type)));
                for (int columns : new int[] {8, 32, 512}) {
                    all.add(new Product(type, ROWS, depth, columns, true)
                            .besidePeak(cpu, threads, ofPeak(type, columns)));
                }
            }
            for (int columns : new int[] {2, 4, 8, 16}) {
                all.add(new Product(type, ROWS, ROWS, columns, true).besideVectors(cpu));
            }
        }
        return all;
    }

    /** How much of the memory's speed products with one column are to reach. */
    private static double ofReading(DType type) {
        return switch (type) {
            case F32 -> 0.9;
            case F16, BF16 -> 0.8;
            case Q8_0 -> 0.75;
            default -> 0.55;
        };
    }

    /** How much of the peak products with many columns are to reach; null where there is no such goal. */
    private static @Nullable Goal ofPeak(DType type, int columns) {
        if (columns < 32 || !type.isQuantized()) {
            return null;
        }
        return new Goal.Ratio(type == DType.Q4_0 || type == DType.Q8_0 ? 0.6 : 0.5);
    }

    /**
     * A product of a matrix of {@code rows} × {@code depth} and one of {@code columns} × {@code depth} in F32.
     *
     * @param type of the first operand
     * @param isWeight whether the first operand is a weight, stored before as the device likes it, instead of an input
     */
    record Product(DType type, int rows, int depth, int columns, boolean isWeight) {
        /** As many different rows are made; then they repeat, because quantizing takes its time. */
        private static final int DIFFERENT_ROWS = 64;

        static Product square(DType type, int size, boolean isWeight) {
            return new Product(type, size, size, size, isWeight);
        }

        private double operations() {
            return 2.0 * rows * depth * columns;
        }

        private String name() {
            String sizes = rows == depth && rows == columns ? "" + rows : rows + "x" + depth + "x" + columns;
            return "mul_mat " + type.name().toLowerCase(Locale.ROOT) + " " + sizes + (isWeight ? " weight" : "");
        }

        Comparison besideOpenBlas(Supplier<Device> device, int threads, boolean isQuick, double least) {
            return new Comparison(
                    name(),
                    isQuick,
                    Unit.GIGAFLOPS,
                    operations(),
                    () -> ours(device.get()),
                    new Peer.Measured(OpenBlas.NAME + " f32", () -> openBlas(threads)),
                    new Goal.Ratio(least));
        }

        /** Beside reading as many bytes as the first operand has. */
        Comparison besideReading(Supplier<Device> device, int threads, double least) {
            long bytes = rows * type.rowBytes(depth);
            return new Comparison(
                    name(),
                    false,
                    Unit.GIGABYTES_PER_SECOND,
                    bytes,
                    () -> ours(device.get()),
                    new Peer.Measured(Ceiling.READING, () -> Ceiling.reading(bytes, threads)),
                    new Goal.Ratio(least));
        }

        /** Beside as many operations in registers. */
        Comparison besidePeak(Supplier<Device> device, int threads, @Nullable Goal goal) {
            return new Comparison(
                    name(),
                    false,
                    Unit.GIGAFLOPS,
                    operations(),
                    () -> ours(device.get()),
                    new Peer.Measured(Ceiling.MULTIPLY_ADDS, () -> Ceiling.multiplyAdds(operations(), threads)),
                    goal);
        }

        /** Beside as many products with one column. */
        Comparison besideVectors(Supplier<Device> device) {
            Product single = new Product(type, rows, depth, 1, isWeight);
            return new Comparison(
                    name() + " at once",
                    false,
                    Unit.GIGAFLOPS,
                    operations(),
                    () -> ours(device.get()),
                    new Peer.Measured("ours, column by column", () -> new Repeated(single.ours(device.get()), columns)),
                    new Goal.Ratio(1));
        }

        DeviceProgram ours(Device device) {
            GraphBuilder graph = Graph.builder();
            Shape shape = Shape.of(depth, rows);
            Tensor a = isWeight ? graph.weight(weight(shape)) : graph.input("a", type, shape);
            graph.output(graph.mulMat(a, graph.input("b", DType.F32, Shape.of(depth, columns))));
            float[][] inputs = isWeight ? new float[][] {second()} : new float[][] {decoded(), second()};
            return DeviceProgram.open(device, graph.build().nodes().getFirst(), inputs);
        }

        private Weight weight(Shape shape) {
            return Weight.of("a", type, shape, WeightSource.of(stored()));
        }

        private Side openBlas(int threads) {
            OpenBlas product = new OpenBlas(rows, columns, depth, decoded(), second(), threads);
            return new Side() {
                @Override
                public void run() {
                    product.run();
                }

                @Override
                public float[] result() {
                    return product.result();
                }

                @Override
                public void close() {
                    product.close();
                }
            };
        }

        private MemorySegment stored() {
            int different = Math.min(rows, DIFFERENT_ROWS);
            long bytes = type.rowBytes(depth);
            MemorySegment stored = Arena.ofAuto().allocate(rows * bytes, Long.BYTES);
            float[] values = random(1, different * depth);
            type.codec().encode(values, 0, stored, 0, values.length);
            for (int row = different; row < rows; row++) {
                MemorySegment.copy(stored, row % different * bytes, stored, row * bytes, bytes);
            }
            return stored;
        }

        private float[] decoded() {
            float[] values = new float[rows * depth];
            type.codec().decode(stored(), 0, values, 0, values.length);
            return values;
        }

        private float[] second() {
            return random(2, columns * depth);
        }

        private static float[] random(long seed, int count) {
            Random random = new Random(seed);
            float[] values = new float[count];
            for (int i = 0; i < values.length; i++) {
                values[i] = random.nextFloat(-1, 1);
            }
            return values;
        }
    }

    /** A side that does its work several times. */
    private record Repeated(Side side, int times) implements Side {
        @Override
        public void run() throws Exception {
            for (int i = 0; i < times; i++) {
                side.run();
            }
        }

        @Override
        public void close() {
            side.close();
        }
    }
}
