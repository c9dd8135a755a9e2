package io.tandem.backend.queue;

import static java.nio.channels.FileChannel.MapMode.READ_ONLY;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
    void tellsThatAMappedFileHasBecomeShorter(@TempDir Path folder) throws IOException {
        int bytes = 4 << 20;
        Path file = Files.write(folder.resolve("mapped"), new byte[bytes]);
        MemorySegment target = MemorySegment.ofArray(new byte[bytes]);
        try (Arena arena = Arena.ofShared();
                FileChannel channel = FileChannel.open(file, READ, WRITE)) {
            MemorySegment mapped = channel.map(READ_ONLY, 0, bytes, arena);
            channel.truncate(bytes - (256 << 10));
            for (int i = 0; i < 50; i++) {
                assertThatThrownBy(() -> HostCopy.copy(mapped, target)).isInstanceOf(InternalError.class);
            }
        }
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
