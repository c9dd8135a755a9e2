package io.tandem.backend.queue;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A copy from host memory to host memory by several threads, as one alone is slower than the way to a device. The caller
 * copies part after part; so do virtual threads, those that come in time: without them the copy only takes longer.
 */
final class HostCopy {
    private static final long PART_BYTES = 512 << 10;

    /** Where more of them would only wait for the memory. */
    private static final int MOST_THREADS = 8;

    private final MemorySegment source;
    private final MemorySegment target;
    private final int parts;
    private final AtomicInteger next = new AtomicInteger();
    private final CountDownLatch left;
    private volatile @Nullable Throwable failure;

    private HostCopy(MemorySegment source, MemorySegment target) {
        this.source = source;
        this.target = target;
        this.parts = Math.toIntExact(Math.ceilDiv(source.byteSize(), PART_BYTES));
        this.left = new CountDownLatch(parts);
    }

    /**
     * Copies all bytes of a segment to another one of its size. All threads may use both.
     *
     * @throws IllegalStateException if one of them is closed
     * @throws InternalError if a part of a mapped file cannot be read
     */
    static void copy(MemorySegment source, MemorySegment target) {
        HostCopy copy = new HostCopy(source, target);
        int threads = Math.min(Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors()), copy.parts);
        for (int i = 1; i < threads; i++) {
            Thread.startVirtualThread(copy::copyParts);
        }
        copy.copyParts();
        copy.await();
    }

    private void copyParts() {
        for (int part = next.getAndIncrement(); part < parts; part = next.getAndIncrement()) {
            try {
                long from = part * PART_BYTES;
                MemorySegment.copy(source, from, target, from, Math.min(PART_BYTES, source.byteSize() - from));
            } catch (Throwable thrown) {
                failure = thrown;
            } finally {
                left.countDown();
            }
        }
    }

    private void await() {
        boolean interrupted = false;
        while (left.getCount() > 0) {
            try {
                left.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        switch (failure) {
            case null -> {}
            case Error error -> throw error;
            case RuntimeException exception -> throw exception;
            case Throwable other -> throw new IllegalStateException(other);
        }
    }
}
