package io.tandem.backend.vulkan;

import io.tandem.backend.BufferSlice;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides before which kernels of a program a barrier is needed: those that touch what an earlier one writes, or write
 * what an earlier one reads, with no barrier since.
 */
final class BarrierPlanner {
    private final List<BufferSlice> read = new ArrayList<>();
    private final List<BufferSlice> written = new ArrayList<>();

    /** Adds the next kernel; whether a barrier must come before it. */
    boolean next(List<BufferSlice> reads, List<BufferSlice> writes) {
        boolean needed = meet(reads, written) || meet(writes, written) || meet(writes, read);
        if (needed) {
            read.clear();
            written.clear();
        }
        read.addAll(reads);
        written.addAll(writes);
        return needed;
    }

    private static boolean meet(List<BufferSlice> some, List<BufferSlice> others) {
        for (BufferSlice one : some) {
            for (BufferSlice other : others) {
                if (one.buffer().equals(other.buffer())
                        && one.offset() < other.offset() + other.bytes()
                        && other.offset() < one.offset() + one.bytes()) {
                    return true;
                }
            }
        }
        return false;
    }
}
