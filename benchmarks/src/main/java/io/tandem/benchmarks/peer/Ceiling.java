package io.tandem.benchmarks.peer;

import io.tandem.benchmarks.harness.Side;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/** What the machine itself can do at most, measured by loops that do nothing else on so many threads. */
public final class Ceiling implements Side {
    /** What tables call the most multiply-adds. */
    public static final String MULTIPLY_ADDS = "peak of multiply-adds";

    /** What tables call the most reading. */
    public static final String READING = "reading memory";

    /** What tables call the most copying. */
    public static final String COPYING = "copying memory";

    private static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_PREFERRED;
    private static final int SUMS = 8;
    private static final int LOOPS = 10_000;

    private final ExecutorService threads;
    private final List<Callable<Long>> parts = new ArrayList<>();

    private Ceiling(int count, IntFunction<Callable<Long>> part) {
        this.threads = Executors.newFixedThreadPool(count);
        for (int i = 0; i < count; i++) {
            parts.add(part.apply(i));
        }
    }

    /** So many multiplications and additions of F32 numbers in registers. */
    public static Ceiling multiplyAdds(double operations, int threads) {
        double atOnce = 2.0 * SUMS * FLOATS.length() * LOOPS;
        int calls = (int) Math.max(1, Math.round(operations / threads / atOnce));
        return new Ceiling(threads, thread -> () -> {
            long sum = 0;
            for (int i = 0; i < calls; i++) {
                sum += Float.floatToRawIntBits(multiplyAdd(thread));
            }
            return sum;
        });
    }

    private static float multiplyAdd(float start) {
        FloatVector x = FloatVector.broadcast(FLOATS, 1 - 1e-6f);
        FloatVector y = FloatVector.broadcast(FLOATS, start);
        FloatVector a = y;
        FloatVector b = y.add(1);
        FloatVector c = y.add(2);
        FloatVector d = y.add(3);
        FloatVector e = y.add(4);
        FloatVector f = y.add(5);
        FloatVector g = y.add(6);
        FloatVector h = y.add(7);
        for (int i = 0; i < LOOPS; i++) {
            a = a.fma(x, y);
            b = b.fma(x, y);
            c = c.fma(x, y);
            d = d.fma(x, y);
            e = e.fma(x, y);
            f = f.fma(x, y);
            g = g.fma(x, y);
            h = h.fma(x, y);
        }
        return a.add(b).add(c.add(d)).add(e.add(f).add(g.add(h))).lane(0);
    }

    /** Reads so many bytes, each once. */
    public static Ceiling reading(long bytes, int threads) {
        long each = bytes / threads;
        MemorySegment memory = Arena.ofAuto().allocate(each * threads, 64);
        memory.fill((byte) 1);
        return new Ceiling(threads, thread -> {
            MemorySegment part = memory.asSlice(thread * each, each);
            return () -> sum(part);
        });
    }

    private static long sum(MemorySegment memory) {
        int step = 4 * FLOATS.length();
        FloatVector a = FloatVector.zero(FLOATS);
        FloatVector b = a;
        FloatVector c = a;
        FloatVector d = a;
        for (long at = 0; at + (long) Float.BYTES * step <= memory.byteSize(); at += (long) Float.BYTES * step) {
            a = a.add(load(memory, at));
            b = b.add(load(memory, at + FLOATS.vectorByteSize()));
            c = c.add(load(memory, at + 2L * FLOATS.vectorByteSize()));
            d = d.add(load(memory, at + 3L * FLOATS.vectorByteSize()));
        }
        return Float.floatToRawIntBits(a.add(b).add(c.add(d)).lane(0));
    }

    private static FloatVector load(MemorySegment memory, long at) {
        return FloatVector.fromMemorySegment(FLOATS, memory, at, ByteOrder.nativeOrder());
    }

    /** Reads half of so many bytes and writes them to the other half. */
    public static Ceiling copying(long bytes, int threads) {
        long each = bytes / threads / 2;
        MemorySegment memory = Arena.ofAuto().allocate(2 * each * threads, 64);
        memory.fill((byte) 1);
        return new Ceiling(threads, thread -> {
            MemorySegment source = memory.asSlice(2L * thread * each, each);
            MemorySegment target = memory.asSlice((2L * thread + 1) * each, each);
            return () -> target.copyFrom(source).byteSize();
        });
    }

    @Override
    public void run() throws InterruptedException, ExecutionException {
        for (Future<Long> part : threads.invokeAll(parts)) {
            part.get();
        }
    }

    @Override
    public void close() {
        threads.close();
    }
}
