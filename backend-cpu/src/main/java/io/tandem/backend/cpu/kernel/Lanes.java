package io.tandem.backend.cpu.kernel;

import java.nio.ByteOrder;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/** The machine's vectors. */
final class Lanes {
    /** As wide as the machine prefers: code written for wider vectors than it has runs 100 times slower. */
    static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_PREFERRED;

    /** As many ints as {@link #FLOATS} has floats. */
    static final VectorSpecies<Integer> INTS = IntVector.SPECIES_PREFERRED;

    /** As many shorts as {@link #FLOATS} has floats. */
    static final VectorSpecies<Short> SHORTS = narrow(short.class, Short.SIZE);

    /** As many bytes as {@link #FLOATS} has floats, but at least 8. */
    static final VectorSpecies<Byte> OCTETS = narrow(byte.class, Byte.SIZE);

    /** The number of floats in a vector; a power of two, at least 4. */
    static final int COUNT = FLOATS.length();

    /** The bytes of a vector. */
    static final int BYTES = COUNT * Float.BYTES;

    /** The order of bytes in every tensor. */
    static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;

    static final VectorShuffle<Float> TURN_2 = turn(COUNT / 2);
    static final VectorShuffle<Float> TURN_4 = turn(COUNT / 4);
    static final VectorShuffle<Float> TURN_8 = turn(COUNT / 8);
    static final VectorShuffle<Float> TURN_16 = turn(COUNT / 16);

    /** Whether half a block of 32 is a whole number of vectors of bytes, as the kernels of block types need it. */
    static final boolean BLOCKS_FIT = COUNT == 8 || COUNT == 16;

    private Lanes() {}

    private static <E> VectorSpecies<E> narrow(Class<E> type, int bits) {
        return VectorSpecies.of(type, VectorShape.forBitSize(Math.max(64, bits * FLOATS.length())));
    }

    private static VectorShuffle<Float> turn(int by) {
        return VectorShuffle.fromOp(FLOATS, lane -> (lane + by) & (COUNT - 1));
    }

    /**
     * The same vector, of whose class the compiler is sure from here on. It knows the class of what it loads or computes, but
     * not of a vector that a loop hands from one turn to the next. A method called on that one is inlined only where the JVM
     * happened to note its class; else the loop makes an object in each turn, 80 cycles instead of 10, for as long as the JVM
     * lives. In a loop such a vector is therefore an argument, {@code x.add(sum)}; after it, it passes through here.
     */
    static FloatVector known(FloatVector vector) {
        return (FloatVector) vector.check(FLOATS);
    }

    /** The largest multiple of the vector length that is not above {@code count}. */
    static int whole(int count) {
        return count & -COUNT;
    }

    /**
     * The sum of a vector in memory, halves first: as an argument the vector would often be an object. {@code reduceLanes}
     * adds in another order in interpreted than in compiled code, so that the same run would give other bits before the
     * compiler has been there.
     */
    static float sum(long vector) {
        FloatVector lanes = FloatVector.fromMemorySegment(FLOATS, Memory.ALL, vector, ORDER);
        FloatVector sum = lanes.add(lanes.rearrange(TURN_2));
        sum = sum.add(sum.rearrange(TURN_4));
        if (COUNT >= 8) {
            sum = sum.add(sum.rearrange(TURN_8));
        }
        if (COUNT >= 16) {
            sum = sum.add(sum.rearrange(TURN_16));
        }
        if (COUNT > 16) {
            return sumWide(sum);
        }
        return sum.lane(0);
    }

    /** Vectors of more than 512 bits: after four halvings COUNT / 16 distinct lanes are left. */
    static float sumWide(FloatVector vector) {
        float sum = 0;
        for (int lane = 0; lane < COUNT / 16; lane++) {
            sum += vector.lane(lane);
        }
        return sum;
    }
}
