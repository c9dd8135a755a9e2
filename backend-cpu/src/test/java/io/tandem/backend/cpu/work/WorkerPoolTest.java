package io.tandem.backend.cpu.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class WorkerPoolTest {
    private record Count(AtomicIntegerArray runs, int threads) implements Work {
        @Override
        public int pieces() {
            return runs.length();
        }

        @Override
        public void run(int piece, int slot) {
            assertThat(slot).isBetween(0, threads - 1);
            runs.incrementAndGet(piece);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7})
    void everyPieceRunsOnce(int threads) {
        try (WorkerPool pool = new WorkerPool(threads)) {
            for (int round = 0; round < 2_000; round++) {
                AtomicIntegerArray runs = new AtomicIntegerArray(1 + round % 13);
                pool.run(new Count(runs, threads));
                for (int i = 0; i < runs.length(); i++) {
                    assertThat(runs.get(i)).isEqualTo(1);
                }
            }
        }
    }

    @Test
    void parkedThreadsWakeUp() throws InterruptedException {
        try (WorkerPool pool = new WorkerPool(4)) {
            for (int round = 0; round < 20; round++) {
                Thread.sleep(3);
                AtomicIntegerArray runs = new AtomicIntegerArray(50);
                pool.run(new Count(runs, 4));
                assertThat(runs.toString()).doesNotContain("0");
            }
        }
    }

    /** As where another process has taken a thread's processor. */
    @Test
    void aThreadThatIsHeldUpLeavesTheRestToTheOthers() {
        int pieces = 12;
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch others = new CountDownLatch(pieces - 1);
        AtomicInteger late = new AtomicInteger();
        try (WorkerPool pool = new WorkerPool(2)) {
            pool.run(work(pieces, (piece, slot) -> {
                if (slot == 1 && held.getCount() == 1) {
                    held.countDown();
                    late.addAndGet(arrives(others) ? 0 : 1);
                } else {
                    late.addAndGet(arrives(held) ? 0 : 1);
                    others.countDown();
                }
            }));
        }
        assertThat(late).hasValue(0);
    }

    private static boolean arrives(CountDownLatch latch) {
        try {
            return latch.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Test
    void aFailureReachesTheCallerAndThePoolLives() {
        try (WorkerPool pool = new WorkerPool(3)) {
            for (int round = 0; round < 100; round++) {
                int bad = round % 40;
                assertThatThrownBy(() -> pool.run(work(40, (piece, slot) -> {
                            if (piece == bad) {
                                throw new IllegalArgumentException("piece " + piece);
                            }
                        })))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage("piece " + bad);
                AtomicIntegerArray runs = new AtomicIntegerArray(20);
                pool.run(new Count(runs, 3));
                assertThat(runs.toString()).doesNotContain("0");
            }
        }
    }

    @Test
    void twoCallersShareOnePool() throws InterruptedException {
        try (WorkerPool pool = new WorkerPool(2)) {
            AtomicInteger failures = new AtomicInteger();
            Runnable caller = () -> {
                for (int round = 0; round < 5_000; round++) {
                    AtomicIntegerArray runs = new AtomicIntegerArray(9);
                    pool.run(new Count(runs, 2));
                    if (runs.toString().contains("0")) {
                        failures.incrementAndGet();
                    }
                }
            };
            Thread first = Thread.ofPlatform().start(caller);
            Thread second = Thread.ofPlatform().start(caller);
            first.join();
            second.join();
            assertThat(failures).hasValue(0);
        }
    }

    @Test
    void closingStopsTheThreads() {
        WorkerPool pool = new WorkerPool(3);
        pool.run(work(10, (piece, slot) -> {}));
        pool.close();
        pool.close();
        assertThat(Thread.getAllStackTraces().keySet())
                .filteredOn(thread -> thread.getThreadGroup() != null && thread.isAlive())
                .noneMatch(pool::owns);
        assertThatThrownBy(() -> pool.run(work(10, (piece, slot) -> {}))).isInstanceOf(IllegalStateException.class);
    }

    private interface Piece {
        void run(int piece, int slot);
    }

    private static Work work(int pieces, Piece piece) {
        return new Work() {
            @Override
            public int pieces() {
                return pieces;
            }

            @Override
            public void run(int index, int slot) {
                piece.run(index, slot);
            }
        };
    }
}
