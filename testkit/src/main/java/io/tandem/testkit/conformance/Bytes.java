package io.tandem.testkit.conformance;

import io.tandem.backend.BufferSlice;
import io.tandem.backend.CommandQueue;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Random;

/** Byte arrays as segments, for the contracts. */
final class Bytes {
    private Bytes() {}

    static MemorySegment random(long count, long seed) {
        byte[] bytes = new byte[Math.toIntExact(count)];
        new Random(seed).nextBytes(bytes);
        return MemorySegment.ofArray(bytes);
    }

    static MemorySegment empty(long count) {
        return MemorySegment.ofArray(new byte[Math.toIntExact(count)]);
    }

    static byte[] read(CommandQueue queue, BufferSlice slice) {
        byte[] bytes = new byte[Math.toIntExact(slice.bytes())];
        queue.download(slice, MemorySegment.ofArray(bytes), List.of()).await(Long.MAX_VALUE);
        return bytes;
    }
}
