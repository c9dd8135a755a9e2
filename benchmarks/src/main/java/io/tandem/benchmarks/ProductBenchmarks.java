package io.tandem.benchmarks;

import io.tandem.backend.Device;
import io.tandem.benchmarks.harness.Comparison;
import io.tandem.benchmarks.harness.Goal;
import io.tandem.benchmarks.harness.Peer;
import io.tandem.benchmarks.harness.Side;
import io.tandem.benchmarks.harness.Unit;
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
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** MUL_MAT of square matrices on our CPU backend, without a scheduler, beside OpenBLAS's product in F32. */
final class ProductBenchmarks {
    private static final int SIZE = 1024;

    private ProductBenchmarks() {}

    static List<Comparison> comparisons(int threads) {
        Supplier<Device> cpu = () -> CpuDevice.open(threads);
        return List.of(
                new Product(DType.F32, SIZE, false).comparison(cpu, threads, new Goal.Ratio(0.6)),
                new Product(DType.F32, SIZE, true).comparison(cpu, threads, null),
                new Product(DType.F16, SIZE, true).comparison(cpu, threads, null),
                new Product(DType.Q8_0, SIZE, true).comparison(cpu, threads, null),
                new Product(DType.Q4_0, SIZE, true).comparison(cpu, threads, null));
    }

    /**
     * A product.
     *
     * @param type of the first operand; the second one is F32
     * @param size of each side of each operand
     * @param isWeight whether the first operand is a weight, stored before as the device likes it, instead of an input
     */
    record Product(DType type, int size, boolean isWeight) {
        Comparison comparison(Supplier<Device> device, int threads, @Nullable Goal goal) {
            return new Comparison(
                    "mul_mat " + type.name().toLowerCase(java.util.Locale.ROOT) + " " + size
                            + (isWeight ? " weight" : ""),
                    goal != null,
                    Unit.GIGAFLOPS,
                    2.0 * size * size * size,
                    () -> ours(device.get()),
                    new Peer.Measured(OpenBlas.NAME + " f32", () -> theirs(threads)),
                    goal);
        }

        DeviceProgram ours(Device device) {
            GraphBuilder graph = Graph.builder();
            Shape shape = Shape.of(size, size);
            Tensor a = isWeight ? graph.weight(weight(shape)) : graph.input("a", type, shape);
            graph.output(graph.mulMat(a, graph.input("b", DType.F32, shape)));
            float[][] inputs = isWeight ? new float[][] {second()} : new float[][] {first(), second()};
            return DeviceProgram.open(device, graph.build().nodes().getFirst(), inputs);
        }

        private Weight weight(Shape shape) {
            return Weight.of("a", type, shape, WeightSource.of(stored()));
        }

        private Side theirs(int threads) {
            float[] asStored = new float[size * size];
            type.codec().decode(stored(), 0, asStored, 0, asStored.length);
            OpenBlas product = new OpenBlas(size, size, size, asStored, second(), threads);
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
            float[] values = first();
            MemorySegment stored = Arena.ofAuto().allocate(type.rowBytes(values.length), Long.BYTES);
            type.codec().encode(values, 0, stored, 0, values.length);
            return stored;
        }

        private float[] first() {
            return random(1);
        }

        private float[] second() {
            return random(2);
        }

        private float[] random(long seed) {
            Random random = new Random(seed);
            float[] values = new float[size * size];
            for (int i = 0; i < values.length; i++) {
                values[i] = random.nextFloat(-1, 1);
            }
            return values;
        }
    }
}
