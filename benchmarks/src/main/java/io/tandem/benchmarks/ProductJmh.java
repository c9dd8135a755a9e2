package io.tandem.benchmarks;

import io.tandem.tensor.DType;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** MUL_MAT of two square matrices on the CPU backend. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class ProductJmh {
    /** The type of the first operand. */
    @Param({"F32", "F16", "Q8_0", "Q4_0"})
    public DType type = DType.F32;

    /** Rows and columns of both. */
    @Param("1024")
    public int size;

    /** Threads of the backend. */
    @Param("1")
    public int threads;

    @SuppressWarnings("NullAway.Init") // set up by JMH
    private DeviceProgram product;

    /** Compiles the product. */
    @Setup
    public void open() {
        product = ProductBenchmarks.Product.square(type, size, true).ours(CpuDevice.open(threads));
    }

    /** Multiplies once. */
    @Benchmark
    public void mulMat() {
        product.run();
    }

    /** Frees it. */
    @TearDown
    public void close() {
        product.close();
    }
}
