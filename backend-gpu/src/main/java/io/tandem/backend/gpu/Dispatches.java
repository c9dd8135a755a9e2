package io.tandem.backend.gpu;

import io.tandem.backend.BufferSlice;
import io.tandem.tensor.Shape;
import io.tandem.tensor.Strides;
import java.util.ArrayList;
import java.util.List;

/** Collects what the steps of a program dispatch. */
final class Dispatches {
    private static final int NODE = Dispatch.STATUS + 2;
    private static final int NUMBERS = Dispatch.COUNT + 1;
    private static final int EXTENTS = 4;
    private static final long BASE_ALIGNMENT = 16;

    private final Traits traits;
    private final List<Dispatch> all = new ArrayList<>();
    private int step = -1;

    Dispatches(Traits traits) {
        this.traits = traits;
    }

    Traits traits() {
        return traits;
    }

    List<Dispatch> all() {
        return List.copyOf(all);
    }

    void nextStep() {
        step++;
    }

    /** A dispatch of a kernel; it is collected when its size is told. */
    Builder kernel(String module) {
        return new Builder(module, traits.usualThreads());
    }

    /** A dispatch of a kernel with a certain number of threads in a work group. */
    Builder kernel(String module, int threads) {
        return new Builder(module, threads);
    }

    /** A dispatch that is not complete yet. */
    final class Builder {
        private final String module;
        private final List<Integer> constants = new ArrayList<>();
        private final int[] words = new int[Dispatch.PARAMETER_WORDS];
        private final List<BufferSlice> reads = new ArrayList<>();
        private final List<BufferSlice> writes = new ArrayList<>();
        private int operands;
        private int numbers;
        private int sharedBytes;
        private boolean reports;

        private Builder(String module, int threads) {
            this.module = module;
            constants.add(threads);
        }

        int threads() {
            return constants.getFirst();
        }

        /** The next constant. */
        Builder constant(int value) {
            constants.add(value);
            return this;
        }

        Builder constant(boolean value) {
            return constant(value ? 1 : 0);
        }

        /** The shared memory of a work group, which the device must have. */
        Builder shared(int bytes) {
            sharedBytes = bytes;
            return this;
        }

        /** The next operand. */
        Builder input(View view) {
            put(operands++ * Dispatch.TENSOR_WORDS, view);
            reads.add(view.slice());
            return this;
        }

        Builder result(View view) {
            put(Dispatch.RESULT, view);
            writes.add(view.slice());
            return this;
        }

        private void put(int at, View view) {
            Shape shape = view.shape();
            Strides strides = view.strides();
            long base = view.address() & -BASE_ALIGNMENT;
            words[at] = (int) base;
            words[at + 1] = (int) (base >>> 32);
            words[at + 2] = (int) (view.address() - base);
            for (int i = 0; i < Shape.DIMENSIONS; i++) {
                words[at + EXTENTS + i] = Math.toIntExact(shape.dim(i));
                words[at + Dispatch.STRIDES + i] = (int) strides.stride(i);
            }
        }

        /** The next parameter. */
        Builder number(long value) {
            words[NUMBERS + numbers++] = (int) value;
            return this;
        }

        /** Leaves out parameters up to that one. */
        Builder skipTo(int number) {
            numbers = number;
            return this;
        }

        Builder number(float value) {
            return number((long) Float.floatToRawIntBits(value));
        }

        /** Lets the kernel say that an index is out of range. */
        Builder reports() {
            reports = true;
            words[NODE] = step + 1;
            return this;
        }

        /** A thread for each of {@code count} things. */
        void threads(long count) {
            groups(count, Math.ceilDiv(count, threads()));
        }

        /** A work group for each of {@code count} things. */
        void groups(long count) {
            groups(count, count);
        }

        private void groups(long count, long groups) {
            if (count == 0) {
                return;
            }
            words[Dispatch.COUNT] = Math.toIntExact(count);
            all.add(new Dispatch(
                    new KernelKey(module, constants, sharedBytes),
                    words,
                    reports,
                    Math.toIntExact(groups),
                    List.copyOf(reads),
                    List.copyOf(writes)));
        }
    }
}
