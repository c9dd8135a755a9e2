package io.tandem.backend.queue;

import io.tandem.backend.BackendException;
import io.tandem.backend.BackendException.Kind;
import io.tandem.backend.BufferSlice;
import io.tandem.backend.DeviceBuffer;
import io.tandem.backend.Executable;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A driver whose submissions run when the test says so. Its device's memory is the host's. */
final class StepDriver implements NativeQueue {
    private record Submission(long number, List<Signal> after, Runnable work) {}

    private final HostDevice device;
    private final MemorySegment staging;
    private final Deque<Submission> submissions = new ArrayDeque<>();
    private final Map<Long, BackendException> failures = new HashMap<>();
    private long submitted;
    private volatile long completed;
    private volatile @Nullable BackendException lost;
    private volatile boolean closed;

    StepDriver(HostDevice device, long stagingBytes) {
        this.device = device;
        this.staging = Arena.ofAuto().allocate(stagingBytes);
    }

    /** Runs the oldest submission, unless it waits for another queue; whether it did. */
    synchronized boolean step() {
        Submission next = submissions.peek();
        if (next == null || !next.after().stream().allMatch(StepDriver::isDone)) {
            return false;
        }
        next.work().run();
        submissions.remove();
        completed = next.number();
        return true;
    }

    private static boolean isDone(Signal signal) {
        return signal.queue().completed() >= signal.number();
    }

    /** Runs everything that can run. */
    void run() {
        while (step()) {}
    }

    /** Lets the submission made next fail when it is done. */
    synchronized void failNext(BackendException failure) {
        failures.put(submitted + 1, failure);
    }

    void lose() {
        lost = new BackendException(Kind.DEVICE_LOST, device.info().id(), "lost on purpose");
    }

    synchronized int waiting() {
        return submissions.size();
    }

    boolean isClosed() {
        return closed;
    }

    private synchronized long submit(List<Signal> after, Runnable work) {
        requireAlive();
        submissions.add(new Submission(++submitted, List.copyOf(after), work));
        return submitted;
    }

    private void requireAlive() {
        if (closed) {
            throw new AssertionError("used after close");
        }
        BackendException failure = lost;
        if (failure != null) {
            throw failure;
        }
    }

    private static MemorySegment memory(BufferSlice slice) {
        return slice.buffer().hostView().orElseThrow().asSlice(slice.offset(), slice.bytes());
    }

    @Override
    public void check(DeviceBuffer buffer) {
        if (!device.equals(buffer.device())) {
            throw new IllegalArgumentException("buffer of another device");
        }
    }

    @Override
    public void check(Executable program) {}

    @Override
    public MemorySegment unconfined(MemorySegment segment) {
        return segment;
    }

    @Override
    public MemorySegment staging() {
        return staging;
    }

    @Override
    public long upload(long stagingOffset, BufferSlice target, List<Signal> after) {
        return submit(after, () -> memory(target).copyFrom(staging.asSlice(stagingOffset, target.bytes())));
    }

    @Override
    public long download(BufferSlice source, long stagingOffset, List<Signal> after) {
        return submit(
                after, () -> staging.asSlice(stagingOffset, source.bytes()).copyFrom(memory(source)));
    }

    @Override
    public long copy(BufferSlice source, BufferSlice target, List<Signal> after) {
        return submit(after, () -> memory(target).copyFrom(memory(source)));
    }

    @Override
    public long fill(BufferSlice target, byte value, List<Signal> after) {
        return submit(after, () -> memory(target).fill(value));
    }

    @Override
    public long execute(Executable program, List<Signal> after) {
        return submit(after, (Runnable) program);
    }

    @Override
    public long mark(List<Signal> after) {
        return submit(after, () -> {});
    }

    @Override
    public long completed() {
        requireAlive();
        return completed;
    }

    @Override
    public void await(long number, long timeoutNanos) {
        long deadline = System.nanoTime() + timeoutNanos;
        while (completed() < number && System.nanoTime() < deadline) {
            LockSupport.parkNanos(10_000);
        }
    }

    @Override
    public synchronized @Nullable BackendException retire(long number) {
        return failures.remove(number);
    }

    @Override
    public void close() {
        closed = true;
    }
}
