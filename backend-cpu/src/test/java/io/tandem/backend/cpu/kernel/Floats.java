package io.tandem.backend.cpu.kernel;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Random;

/** Rows of f32 outside the heap, with a value behind the end that no kernel may touch. */
final class Floats {
    private static final float GUARD = 12345.5f;

    private final MemorySegment memory;
    private final int count;

    private Floats(Arena arena, int count) {
        this.memory = arena.allocate(Float.BYTES * (count + 1L), 64);
        this.count = count;
        memory.setAtIndex(Memory.FLOAT, count, GUARD);
    }

    static Floats zeros(Arena arena, int count) {
        return new Floats(arena, count);
    }

    static Floats of(Arena arena, float... values) {
        Floats floats = new Floats(arena, values.length);
        MemorySegment.copy(values, 0, floats.memory, Memory.FLOAT, 0, values.length);
        return floats;
    }

    static Floats random(Arena arena, int count, long seed) {
        Random random = new Random(seed);
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = random.nextFloat() * 2 - 1;
        }
        return of(arena, values);
    }

    long address() {
        return memory.address();
    }

    long at(int index) {
        return memory.address() + (long) Float.BYTES * index;
    }

    void set(int index, float value) {
        memory.setAtIndex(Memory.FLOAT, index, value);
    }

    float get(int index) {
        return memory.getAtIndex(Memory.FLOAT, index);
    }

    float[] values() {
        if (memory.getAtIndex(Memory.FLOAT, count) != GUARD) {
            throw new AssertionError("written behind the end of " + count + " floats");
        }
        float[] values = new float[count];
        MemorySegment.copy(memory, Memory.FLOAT, 0, values, 0, count);
        return values;
    }
}
