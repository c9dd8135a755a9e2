package io.tandem.backend.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostCopyTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, (512 << 10) - 1, 512 << 10, (512 << 10) + 1, 5_000_003})
    void copiesEveryByte(int bytes) {
        byte[] values = new byte[bytes];
        new SplittableRandom(1).nextBytes(values);
        try (Arena arena = Arena.ofShared()) {
            MemorySegment target = arena.allocate(bytes);
            HostCopy.copy(MemorySegment.ofArray(values), target);
            assertThat(target.mismatch(MemorySegment.ofArray(values))).isEqualTo(-1);
        }
    }

    @Test
    void tellsThatMemoryIsClosed() {
        MemorySegment closed;
        try (Arena arena = Arena.ofShared()) {
            closed = arena.allocate(4 << 20);
        }
        MemorySegment target = MemorySegment.ofArray(new byte[4 << 20]);
        assertThatThrownBy(() -> HostCopy.copy(closed, target)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void goesOnForAThreadThatIsInterrupted() {
        MemorySegment target = MemorySegment.ofArray(new byte[4 << 20]);
        byte[] values = new byte[4 << 20];
        new SplittableRandom(2).nextBytes(values);
        Thread.currentThread().interrupt();
        HostCopy.copy(MemorySegment.ofArray(values), target);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(target.mismatch(MemorySegment.ofArray(values))).isEqualTo(-1);
    }
}
