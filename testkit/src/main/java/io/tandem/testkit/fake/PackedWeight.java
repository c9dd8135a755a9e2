package io.tandem.testkit.fake;

import io.tandem.backend.BufferSlice;
import io.tandem.backend.CommandQueue;
import io.tandem.backend.DeviceBuffer;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** A weight in the fake's layout, and the delegate's buffer that holds it in plain form while a program runs. */
record PackedWeight(FakeWeightLayout layout, BufferSlice packed, DeviceBuffer plain) {
    void unpack(CommandQueue queue) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment source = arena.allocate(layout.bytes());
            MemorySegment target = arena.allocate(plain.byteSize());
            queue.download(packed, source, List.of()).await(Long.MAX_VALUE);
            layout.unpack(source, target);
            queue.upload(target, plain.slice(0, plain.byteSize()), List.of()).await(Long.MAX_VALUE);
        }
    }
}
