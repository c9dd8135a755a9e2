package io.tandem.backend.cpu.work;

import static io.tandem.backend.cpu.kernel.Memory.ALL;
import static io.tandem.backend.cpu.kernel.Memory.readFloat;

import io.tandem.backend.cpu.kernel.Memory;

/**
 * The indices that sort rows. An element and its index are one long, so that longs in order are elements in order, equal
 * ones by index. Few of many come through a heap of as many; the rest is a merge sort.
 */
final class Sorting implements Work {
    /** A heap is worth its while for less than this part of a row. */
    private static final int HEAP_PART = 8;

    private final View x;
    private final View y;
    private final boolean descending;
    private final Staging staging;
    private final SlotMemory rows;
    private final SlotMemory keys;
    private final int wanted;
    private final boolean heap;
    private final Split split;

    private Sorting(KernelCall call, boolean descending) {
        this.x = call.input(0);
        this.y = call.output();
        this.descending = descending;
        this.staging = new Staging(call.kernels().conversions());
        this.rows = call.scratchForEachThread(x.hasPlainRows() ? 0 : (long) Float.BYTES * x.length());
        this.wanted = y.length();
        this.heap = wanted < x.length() / HEAP_PART;
        this.keys = call.scratchForEachThread(2L * Long.BYTES * (heap ? wanted : x.length()));
        double comparisons = x.length() * (heap ? 2 : 2 + Math.log(x.length()));
        this.split = Split.of(x.rows(), 50 + 4 * comparisons, call.threads());
    }

    /** Adds the work: as many indices as the result's rows hold. */
    static void add(KernelCall call, boolean descending) {
        if (!call.output().isEmpty()) {
            call.add(new Sorting(call, descending));
        }
    }

    @Override
    public int pieces() {
        return split.pieces();
    }

    @Override
    public void run(int piece, int slot) {
        for (long row = split.from(piece); row < split.to(piece); row++) {
            long source = staging.read(x, x.row(row), 0, x.length(), rows.of(slot));
            long list = keys.of(slot);
            if (heap) {
                fillHeap(source, list);
            } else {
                for (int i = 0; i < x.length(); i++) {
                    set(list, i, key(source, i));
                }
            }
            int count = heap ? wanted : x.length();
            long sorted = sort(list, list + (long) Long.BYTES * count, count);
            for (int i = 0; i < wanted; i++) {
                ALL.set(Memory.INT, y.row(row) + (long) Integer.BYTES * i, (int) get(sorted, i));
            }
        }
    }

    private static long get(long list, int index) {
        return ALL.get(Memory.LONG, list + (long) Long.BYTES * index);
    }

    private static void set(long list, int index, long key) {
        ALL.set(Memory.LONG, list + (long) Long.BYTES * index, key);
    }

    /** The bits of a float are in order but for the sign; NaN comes last, 0 and −0 are equal. */
    private long key(long source, int index) {
        float value = readFloat(source + (long) Float.BYTES * index);
        int bits = Float.floatToRawIntBits(value == 0 ? 0 : value);
        int order = bits >= 0 ? bits : bits ^ Integer.MAX_VALUE;
        int directed = Float.isNaN(value) ? Integer.MAX_VALUE : descending ? ~order : order;
        return (long) directed << Integer.SIZE | index;
    }

    /** Keeps the smallest keys in a heap whose first key is the largest of them. */
    private void fillHeap(long source, long list) {
        for (int i = 0; i < wanted; i++) {
            set(list, i, key(source, i));
        }
        for (int i = wanted / 2 - 1; i >= 0; i--) {
            sink(list, i, get(list, i));
        }
        for (int i = wanted; i < x.length(); i++) {
            long key = key(source, i);
            if (key < get(list, 0)) {
                sink(list, 0, key);
            }
        }
    }

    private void sink(long list, int from, long key) {
        int place = from;
        for (int child = 2 * place + 1; child < wanted; child = 2 * place + 1) {
            if (child + 1 < wanted && get(list, child + 1) > get(list, child)) {
                child++;
            }
            if (get(list, child) <= key) {
                break;
            }
            set(list, place, get(list, child));
            place = child;
        }
        set(list, place, key);
    }

    /** Sorts by merging ever longer runs from one list to the other; the one where the result is. */
    private static long sort(long list, long other, int count) {
        long from = list;
        long to = other;
        for (long run = 1; run < count; run *= 2) {
            for (long start = 0; start < count; start += 2 * run) {
                int middle = (int) Math.min(start + run, count);
                merge(from, to, (int) start, middle, (int) Math.min(start + 2 * run, count));
            }
            long swap = from;
            from = to;
            to = swap;
        }
        return from;
    }

    private static void merge(long from, long to, int start, int middle, int end) {
        int left = start;
        int right = middle;
        for (int i = start; i < end; i++) {
            boolean takeLeft = left < middle && (right == end || get(from, left) <= get(from, right));
            set(to, i, get(from, takeLeft ? left++ : right++));
        }
    }
}
