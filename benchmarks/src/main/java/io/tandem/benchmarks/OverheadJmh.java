package io.tandem.benchmarks;

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

/** Planning and running a chain of tiny nodes; divide by their number for the cost of one. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class OverheadJmh {
    /** How many nodes. */
    @Param("2048")
    public int count;

    /** Threads of the backend. */
    @Param("1")
    public int threads;

    @SuppressWarnings("NullAway.Init") // set up by JMH
    private TinyNodes nodes;

    /** Makes the graph and a first plan. */
    @Setup
    public void open() {
        nodes = new TinyNodes(CpuDevice.devices(threads), count);
    }

    /** Plans all nodes. */
    @Benchmark
    public void plan() {
        nodes.plan();
    }

    /** Runs all nodes. */
    @Benchmark
    public void run() {
        nodes.run();
    }

    /** Frees everything. */
    @TearDown
    public void close() {
        nodes.close();
    }
}
