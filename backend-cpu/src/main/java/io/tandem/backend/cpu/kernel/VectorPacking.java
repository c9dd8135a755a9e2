package io.tandem.backend.cpu.kernel;

import static io.tandem.backend.cpu.kernel.Lanes.BYTES;
import static io.tandem.backend.cpu.kernel.Lanes.COUNT;
import static io.tandem.backend.cpu.kernel.Lanes.FLOATS;
import static io.tandem.backend.cpu.kernel.Lanes.ORDER;
import static io.tandem.backend.cpu.kernel.Memory.ALL;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShuffle;

/**
 * Transposes rows into panels, a square of one vector by one vector at a time. A square of n × n is transposed by log2(n)
 * equal passes, each of which zips row i with row i + n/2 into rows 2i and 2i + 1; the passes meet in the first-level
 * cache, so that one loop serves every vector length.
 */
final class VectorPacking {
    private static final int SQUARE_BYTES = COUNT * BYTES;

    private static final VectorShuffle<Float> LOWER_TWICE = VectorShuffle.fromOp(FLOATS, lane -> lane / 2);
    private static final VectorShuffle<Float> UPPER_TWICE = VectorShuffle.fromOp(FLOATS, lane -> (lane + COUNT) / 2);
    private static final VectorMask<Float> ODD = VectorMask.fromLong(FLOATS, 0xAAAAAAAAAAAAAAAAL);

    private VectorPacking() {}

    /** See {@link MatrixKernels#pack}; the panel's row {@code from} is at {@code panel}. */
    static void pack(long a, long rowStride, int rows, int depth, int width, long panel, long pad) {
        for (int i = 0; i < width; i += COUNT) {
            int present = Math.clamp(rows - i, 0, COUNT);
            for (int k = 0; k < depth; k += COUNT) {
                long source = a + i * rowStride + (long) Float.BYTES * k;
                long target = panel + Float.BYTES * ((long) k * width + i);
                int left = Math.min(COUNT, depth - k);
                if (present == COUNT && left == COUNT) {
                    transpose(source, rowStride, target, width, pad);
                } else {
                    long square = pad + 2L * SQUARE_BYTES;
                    copySquare(source, rowStride, present, left, square);
                    transpose(square, BYTES, target, width, pad);
                }
            }
        }
    }

    private static void transpose(long source, long sourceStride, long target, int width, long pad) {
        long from = source;
        long fromStride = sourceStride;
        long buffer = pad;
        for (int size = COUNT; size > 2; size /= 2) {
            zip(from, fromStride, buffer, BYTES);
            from = buffer;
            fromStride = BYTES;
            buffer = buffer == pad ? pad + SQUARE_BYTES : pad;
        }
        zip(from, fromStride, target, (long) Float.BYTES * width);
    }

    private static void zip(long source, long sourceStride, long target, long targetStride) {
        for (int i = 0; i < COUNT / 2; i++) {
            FloatVector a = FloatVector.fromMemorySegment(FLOATS, ALL, source + i * sourceStride, ORDER);
            FloatVector b = FloatVector.fromMemorySegment(FLOATS, ALL, source + (i + COUNT / 2) * sourceStride, ORDER);
            FloatVector low = a.rearrange(LOWER_TWICE).blend(b.rearrange(LOWER_TWICE), ODD);
            FloatVector high = a.rearrange(UPPER_TWICE).blend(b.rearrange(UPPER_TWICE), ODD);
            low.intoMemorySegment(ALL, target + 2L * i * targetStride, ORDER);
            high.intoMemorySegment(ALL, target + (2L * i + 1) * targetStride, ORDER);
        }
    }

    /** A square that sticks out of the matrix, with zeros for what is missing. */
    private static void copySquare(long source, long sourceStride, int rows, int columns, long square) {
        Memory.clear(square, SQUARE_BYTES);
        for (int i = 0; i < rows; i++) {
            Memory.copy(source + i * sourceStride, square + (long) i * BYTES, (long) Float.BYTES * columns);
        }
    }
}
