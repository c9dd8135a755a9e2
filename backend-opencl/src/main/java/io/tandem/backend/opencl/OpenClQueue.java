package io.tandem.backend.opencl;

import io.tandem.backend.BackendException;
import io.tandem.backend.BufferSlice;
import io.tandem.backend.DeviceBuffer;
import io.tandem.backend.Executable;
import io.tandem.backend.Program;
import io.tandem.backend.opencl.Cl.BufferRange;
import io.tandem.backend.queue.DeviceChild;
import io.tandem.backend.queue.NativeQueue;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jocl.Pointer;
import org.jocl.cl_command_queue;
import org.jocl.cl_event;
import org.jspecify.annotations.Nullable;

/** Submissions in order through an in-order queue of the driver's, with an event for each. */
final class OpenClQueue implements NativeQueue, DeviceChild {
    /** Enough for pieces of 8 MiB, which take a transfer engine longer than a submission takes the host. */
    private static final long STAGING_BYTES = 32L << 20;

    /** Drivers fill with long patterns faster than byte by byte. */
    private static final int LONG_PATTERN_BYTES = 16;

    private static final Thread ANOTHER_THREAD = Thread.ofPlatform().unstarted(() -> {});

    /** OpenCL cannot wait for a time, so waiting is looking again and again. */
    private static final long SHORTEST_NAP_NANOS = 20_000;

    private static final long LONGEST_NAP_NANOS = 100_000;

    private final OpenClDevice device;
    private final Cl cl;
    private final cl_command_queue queue;
    private final Timeline timeline;
    private final Deque<Report> reported = new ArrayDeque<>();
    private @Nullable Staging staging;
    private @Nullable Reports reports;

    /** Where a run's report will be. */
    private record Report(long number, Program program, int slot) {}

    OpenClQueue(OpenClDevice device) {
        this.device = device;
        this.cl = device.cl();
        this.queue = cl.createQueue();
        this.timeline = new Timeline(cl);
    }

    @Override
    public void check(DeviceBuffer buffer) {
        if (!(buffer instanceof OpenClBuffer own) || !device.equals(own.device())) {
            throw new IllegalArgumentException("The buffer is not of " + cl.deviceId());
        }
        own.requireOpen();
    }

    @Override
    public void check(Executable program) {
        if (!(program instanceof OpenClExecutable own) || !device.equals(own.device())) {
            throw new IllegalArgumentException("The program is not of " + cl.deviceId());
        }
        own.requireOpen();
    }

    @Override
    public MemorySegment unconfined(MemorySegment segment) {
        return segment.isAccessibleBy(ANOTHER_THREAD)
                ? segment
                : MemorySegment.ofAddress(segment.address()).reinterpret(segment.byteSize());
    }

    @Override
    public MemorySegment staging() {
        return pinned().memory();
    }

    private Staging pinned() {
        if (staging == null) {
            long bytes = Math.min(STAGING_BYTES, device.info().limits().maxAllocationBytes());
            staging = new Staging(cl, queue, bytes);
        }
        return staging;
    }

    @Override
    public long upload(long stagingOffset, BufferSlice target, List<Signal> after) {
        return submit(after, submission -> cl.write(submission, pinned().at(stagingOffset), range(target)));
    }

    @Override
    public long download(BufferSlice source, long stagingOffset, List<Signal> after) {
        return submit(after, submission -> cl.read(submission, range(source), pinned().at(stagingOffset)));
    }

    @Override
    public long copy(BufferSlice source, BufferSlice target, List<Signal> after) {
        return submit(after, submission -> cl.copy(submission, range(source), range(target)));
    }

    @Override
    public long fill(BufferSlice target, byte value, List<Signal> after) {
        boolean aligned = target.offset() % LONG_PATTERN_BYTES == 0 && target.bytes() % LONG_PATTERN_BYTES == 0;
        byte[] pattern = new byte[aligned ? LONG_PATTERN_BYTES : 1];
        Arrays.fill(pattern, value);
        return submit(after, submission -> cl.fill(submission, range(target), pattern));
    }

    @Override
    public long execute(Executable program, List<Signal> after) {
        OpenClExecutable own = (OpenClExecutable) program;
        if (!own.reports()) {
            return submit(after, own::enqueue);
        }
        if (reports == null) {
            reports = new Reports(cl);
        }
        int slot = reports.take();
        Pointer report = reports.at(slot);
        long number = submit(after, submission -> own.enqueue(submission, report));
        reported.add(new Report(number, own.program(), slot));
        return number;
    }

    @Override
    public long mark(List<Signal> after) {
        return submit(after, cl::mark);
    }

    private interface Enqueueing {
        void enqueue(Submission submission);
    }

    private long submit(List<Signal> after, Enqueueing enqueueing) {
        List<cl_event> awaited = retained(after);
        try {
            Submission submission = new Submission(queue, awaited);
            enqueueing.enqueue(submission);
            return timeline.add(Objects.requireNonNull(submission.done()));
        } finally {
            awaited.forEach(cl::release);
        }
    }

    /** The driver's events for those that are not done. */
    private static List<cl_event> retained(List<Signal> after) {
        if (after.isEmpty()) {
            return List.of();
        }
        List<cl_event> events = new ArrayList<>(after.size());
        for (Signal signal : after) {
            cl_event event = ((OpenClQueue) signal.queue()).timeline.retain(signal.number());
            if (event != null) {
                events.add(event);
            }
        }
        return events;
    }

    private static BufferRange range(BufferSlice slice) {
        return new BufferRange(((OpenClBuffer) slice.buffer()).handle(), slice.offset(), slice.bytes());
    }

    @Override
    public long completed() {
        return timeline.completed();
    }

    @Override
    public void await(long number, long timeoutNanos) {
        long start = System.nanoTime();
        long nap = SHORTEST_NAP_NANOS;
        while (timeline.completed() < number) {
            long left = timeoutNanos - (System.nanoTime() - start);
            if (left <= 0 || Thread.currentThread().isInterrupted()) {
                return;
            }
            LockSupport.parkNanos(Math.min(nap, left));
            nap = Math.min(2 * nap, LONGEST_NAP_NANOS);
        }
    }

    @Override
    public @Nullable BackendException retire(long number) {
        BackendException failure = timeline.failure(number);
        Report oldest = reported.peek();
        if (oldest != null && reports != null && oldest.number() == number) {
            reported.remove();
            int told = reports.giveBack(oldest.slot());
            if (failure == null && told != 0) {
                return device.kernels().invalidIndex(oldest.program(), told);
            }
        }
        return failure;
    }

    @Override
    public void close() {
        device.close(this);
    }

    @Override
    public void destroy() {
        cl.finish(queue);
        timeline.destroy();
        if (staging != null) {
            staging.destroy();
        }
        if (reports != null) {
            reports.destroy();
        }
        cl.releaseQueue(queue);
    }
}
