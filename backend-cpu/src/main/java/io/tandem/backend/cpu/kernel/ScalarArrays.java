package io.tandem.backend.cpu.kernel;

import static io.tandem.backend.cpu.kernel.Memory.ALL;
import static io.tandem.backend.cpu.kernel.Memory.FLOAT;

import java.lang.foreign.MemorySegment;

/**
 * Arrays of a thread's own for loops over a part of a row. The JVM's compiler turns a loop into vectors by itself only where
 * it reads and writes arrays at the same index and calls nothing that moves bits between floats and integers; so rows are
 * copied into arrays, and bits pass from {@link #bits} to {@link #factors} through memory.
 */
final class ScalarArrays {
    /** The length of each. */
    static final int LENGTH = 512;

    private static final ThreadLocal<ScalarArrays> OF_THREAD = ThreadLocal.withInitial(ScalarArrays::new);

    final float[] x = new float[LENGTH];
    final float[] y = new float[LENGTH];
    final float[] z = new float[LENGTH];
    final int[] bits = new int[LENGTH];
    final int[] moreBits = new int[LENGTH];
    final float[] factors = new float[LENGTH];
    final float[] moreFactors = new float[LENGTH];

    private final MemorySegment bitsSegment = MemorySegment.ofArray(bits);
    private final MemorySegment moreBitsSegment = MemorySegment.ofArray(moreBits);
    private final MemorySegment factorsSegment = MemorySegment.ofArray(factors);
    private final MemorySegment moreFactorsSegment = MemorySegment.ofArray(moreFactors);

    private ScalarArrays() {}

    /** This thread's. */
    static ScalarArrays get() {
        return OF_THREAD.get();
    }

    /** How many of a row's {@code count} elements are in the part that starts at {@code from}. */
    static int part(int from, int count) {
        return Math.min(LENGTH, count - from);
    }

    /** Copies a part of the row at an address into an array. */
    static void load(long row, int from, float[] array, int part) {
        MemorySegment.copy(ALL, FLOAT, row + (long) Float.BYTES * from, array, 0, part);
    }

    /** Copies an array to a part of the row at an address. */
    static void store(float[] array, long row, int from, int part) {
        MemorySegment.copy(array, 0, ALL, FLOAT, row + (long) Float.BYTES * from, part);
    }

    /** Sets the first factors to the floats that have these bits. */
    void bitsToFactors(int count) {
        long bytes = (long) Float.BYTES * count;
        MemorySegment.copy(bitsSegment, 0, factorsSegment, 0, bytes);
        MemorySegment.copy(moreBitsSegment, 0, moreFactorsSegment, 0, bytes);
    }
}
