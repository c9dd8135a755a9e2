package io.tandem.scheduler.planning.memory;

import java.util.Arrays;

/** One allocation of an arena: which ranges of it are free. It grows at its end. */
final class Chunk {
    private long[] starts = new long[8];
    private long[] ends = new long[8];
    private int count;
    private long bytes;

    /** The size so far. */
    long bytes() {
        return bytes;
    }

    /** The number of the smallest free range that has room, or -1. */
    int bestFit(long wanted) {
        int best = -1;
        for (int i = 0; i < count; i++) {
            long room = ends[i] - starts[i];
            if (room >= wanted && (best < 0 || room < ends[best] - starts[best])) {
                best = i;
            }
        }
        return best;
    }

    /** The size of a free range. */
    long room(int range) {
        return ends[range] - starts[range];
    }

    /** Takes the beginning of a free range and returns where it starts. */
    long take(int range, long wanted) {
        long start = starts[range];
        starts[range] += wanted;
        if (starts[range] == ends[range]) {
            remove(range);
        }
        return start;
    }

    /** How large the chunk would be after growing for so many bytes: a free range at its end counts. */
    long grown(long wanted) {
        return (endsFree() ? starts[count - 1] : bytes) + wanted;
    }

    /** Takes bytes at the end and returns where they start. */
    long grow(long wanted) {
        long start = endsFree() ? starts[count - 1] : bytes;
        if (endsFree()) {
            count--;
        }
        bytes = start + wanted;
        return start;
    }

    private boolean endsFree() {
        return count > 0 && ends[count - 1] == bytes;
    }

    /** Gives a range back. */
    void give(long start, long end) {
        int next = Arrays.binarySearch(starts, 0, count, start);
        next = next < 0 ? -next - 1 : next;
        boolean joinsLeft = next > 0 && ends[next - 1] == start;
        boolean joinsRight = next < count && starts[next] == end;
        if (joinsLeft && joinsRight) {
            ends[next - 1] = ends[next];
            remove(next);
        } else if (joinsLeft) {
            ends[next - 1] = end;
        } else if (joinsRight) {
            starts[next] = start;
        } else {
            insert(next, start, end);
        }
    }

    private void insert(int at, long start, long end) {
        if (count == starts.length) {
            starts = Arrays.copyOf(starts, 2 * count);
            ends = Arrays.copyOf(ends, 2 * count);
        }
        System.arraycopy(starts, at, starts, at + 1, count - at);
        System.arraycopy(ends, at, ends, at + 1, count - at);
        starts[at] = start;
        ends[at] = end;
        count++;
    }

    private void remove(int range) {
        System.arraycopy(starts, range + 1, starts, range, count - range - 1);
        System.arraycopy(ends, range + 1, ends, range, count - range - 1);
        count--;
    }
}
