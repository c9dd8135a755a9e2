package io.tandem.backend.cpu.kernel;

import static io.tandem.backend.cpu.kernel.Lanes.FLOATS;
import static io.tandem.backend.cpu.kernel.Lanes.ORDER;
import static io.tandem.backend.cpu.kernel.Memory.ALL;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;

/** Memory of each thread: two vectors for what is left of a row, then two blocks for functions of several passes. */
final class VectorPad {
    private static final long BYTES = 2L * Lanes.BYTES + 2L * VectorActivations.BLOCK_BYTES;
    private static final ThreadLocal<MemorySegment> MEMORY =
            ThreadLocal.withInitial(() -> Arena.ofAuto().allocate(BYTES, Lanes.BYTES));

    /** Made once: to make one costs more than what it is for. */
    private static final VectorMask<?>[] FIRST = new VectorMask<?>[Lanes.COUNT];

    static {
        for (int count = 0; count < FIRST.length; count++) {
            FIRST[count] = FLOATS.indexInRange(0, count);
        }
    }

    private VectorPad() {}

    static long address() {
        return MEMORY.get().address();
    }

    static long passes() {
        return address() + 2L * Lanes.BYTES;
    }

    /** Copies less than a vector. */
    static void copy(long source, long target, int count) {
        VectorMask<Float> mask = FIRST[count].check(FLOATS);
        FloatVector.fromMemorySegment(FLOATS, ALL, source, ORDER, mask).intoMemorySegment(ALL, target, ORDER, mask);
    }
}
