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

/** Our 32 short sentences to vectors, a batch at a time. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class SentenceJmh {
    /** How many sentences run together. */
    @Param({"1", "8", "32"})
    public int batch;

    /** Threads of the backend. */
    @Param("1")
    public int threads;

    @SuppressWarnings("NullAway.Init") // set up by JMH
    private EmbeddingSide model;

    /** Loads the model. */
    @Setup
    public void open() {
        model = new EmbeddingSide(
                CpuDevice.devices(threads), SentenceBenchmarks.batches(SentenceBenchmarks.sentences(), batch));
    }

    /** All 32 sentences. */
    @Benchmark
    public void embed() {
        model.run();
    }

    /** Frees it. */
    @TearDown
    public void close() {
        model.close();
    }
}
