package io.tandem.backend.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StagingRingTest {
    private record Piece(long position, long bytes) {}

    @Test
    void neverGivesMemoryThatIsInUse() {
        Random random = new Random(1);
        StagingRing ring = new StagingRing(8192);
        Deque<Piece> taken = new ArrayDeque<>();
        BitSet used = new BitSet();
        int refusals = 0;
        for (int i = 0; i < 20_000; i++) {
            if (random.nextBoolean() && !taken.isEmpty()) {
                Piece oldest = taken.remove();
                ring.giveBack(oldest.position(), oldest.bytes());
                int offset = (int) ring.offset(oldest.position());
                used.clear(offset, offset + (int) oldest.bytes());
            } else {
                long bytes = 1 + random.nextLong(ring.largestPiece());
                long position = ring.take(bytes);
                if (position < 0) {
                    refusals++;
                    assertThat(taken).isNotEmpty();
                } else {
                    int offset = (int) ring.offset(position);
                    assertThat(offset + bytes).isLessThanOrEqualTo(8192);
                    assertThat(used.get(offset, offset + (int) bytes).isEmpty()).isTrue();
                    used.set(offset, offset + (int) bytes);
                    taken.add(new Piece(position, bytes));
                }
            }
        }
        assertThat(refusals).isPositive();
    }

    @Test
    void holdsFourOfTheLargestPieces() {
        StagingRing ring = new StagingRing(5000);
        for (int i = 0; i < 4; i++) {
            assertThat(ring.take(ring.largestPiece())).isNotNegative();
        }
        assertThat(ring.take(1)).isNegative();
    }

    @Test
    void refusesTooLittleMemory() {
        assertThatThrownBy(() -> new StagingRing(1000)).isInstanceOf(IllegalArgumentException.class);
    }
}
