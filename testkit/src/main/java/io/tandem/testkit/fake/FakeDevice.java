package io.tandem.testkit.fake;

import io.tandem.backend.BackendException;
import io.tandem.backend.BackendException.Kind;
import io.tandem.backend.BufferUsage;
import io.tandem.backend.DeviceInfo;
import io.tandem.backend.MemoryInfo;
import io.tandem.graph.Node;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * One piece of fake hardware: its controls and its counters, whatever handles are open on it. Safe for any number of
 * threads.
 */
public final class FakeDevice {
    private final FakeOptions options;
    private final DeviceInfo info;
    private final FakeLedger ledger;
    private final List<Fault> faults = new ArrayList<>();
    private final List<KernelRefusal> kernelRefusals = new CopyOnWriteArrayList<>();
    private volatile long executeNanos;
    private volatile long transferNanos;
    private boolean lost;

    /** A failure that waits for its turn. */
    private static final class Fault {
        private final FakeCall call;
        private final Kind kind;
        private int remaining;

        Fault(FakeCall call, Kind kind, int remaining) {
            this.call = call;
            this.kind = kind;
            this.remaining = remaining;
        }
    }

    /** Nodes whose kernel does not build; known to {@code supports} once {@code compile} has tried. */
    private static final class KernelRefusal {
        private final Predicate<Node> nodes;
        private final String reason;
        private volatile boolean tried;

        KernelRefusal(Predicate<Node> nodes, String reason) {
            this.nodes = nodes;
            this.reason = reason;
        }
    }

    FakeDevice(FakeOptions options, DeviceInfo info) {
        this.options = options;
        this.info = info;
        this.ledger = new FakeLedger(info.id());
        this.executeNanos = options.executeNanos;
        this.transferNanos = options.transferNanos;
    }

    /** What a handle says. */
    public DeviceInfo info() {
        return info;
    }

    /** Changes how long each program runs at least, from the next command on. */
    public void executeLatency(Duration latency) {
        executeNanos = latency.toNanos();
    }

    /** Changes how long each transfer takes at least, from the next command on. */
    public void transferLatency(Duration latency) {
        transferNanos = latency.toNanos();
    }

    /**
     * Lets the {@code number}-th call of that kind from now on fail, 1 being the next one. With kind DEVICE_LOST the device
     * is lost from then on. Commands are counted when they are submitted, and fail after their latency.
     */
    public synchronized void failAt(FakeCall call, int number, Kind kind) {
        if (number < 1) {
            throw new IllegalArgumentException("Calls are counted from 1, not " + number);
        }
        faults.add(new Fault(call, kind, number));
    }

    /** Lets {@code compile} refuse these nodes with KERNEL_BUILD; {@code supports} says no once it has done so. */
    public void refuseKernels(Predicate<Node> nodes, String reason) {
        kernelRefusals.add(new KernelRefusal(nodes, reason));
    }

    /** Loses the device: commands in flight and everything later fail with DEVICE_LOST. */
    public synchronized void lose() {
        lost = true;
        notifyAll();
    }

    /** Repairs a lost device: it can be opened again, while old handles stay useless, and forgets planned failures. */
    public synchronized void repair() {
        lost = false;
        faults.clear();
        kernelRefusals.clear();
    }

    /** Whether the device is lost. */
    public synchronized boolean isLost() {
        return lost;
    }

    /** What the device has done and what is alive on it. */
    public FakeCounters counters() {
        return ledger.counters();
    }

    /** Sets the counts of what was done to zero and forgets the intervals; what is alive stays counted. */
    public void resetCounters() {
        ledger.reset();
    }

    /** When the device was busy with which command, in the order of their ends. */
    public List<FakeInterval> intervals() {
        return ledger.intervals();
    }

    /** When the device was busy running programs, in the order of their ends. */
    public List<FakeInterval> executions() {
        return ledger.intervals().stream()
                .filter(interval -> interval.call() == FakeCall.EXECUTE)
                .toList();
    }

    /**
     * Checks that everything opened has been closed.
     *
     * @throws AssertionError if something is alive, saying what
     */
    public void assertNothingAlive() {
        FakeCounters counters = counters();
        if (!counters.nothingAlive()) {
            throw new AssertionError(info.id() + " has " + counters.liveBuffers() + " buffers ("
                    + counters.liveBytes() + " bytes), " + counters.liveExecutables() + " programs, "
                    + counters.liveQueues() + " queues and " + counters.openDevices() + " handles alive");
        }
    }

    FakeLedger ledger() {
        return ledger;
    }

    MemoryInfo memory() {
        long used = counters().liveBytes();
        return new MemoryInfo(options.memoryBytes, OptionalLong.of(options.memoryBytes - used));
    }

    long latencyNanos(FakeCall call) {
        return switch (call) {
            case EXECUTE -> executeNanos;
            case UPLOAD, DOWNLOAD, COPY -> transferNanos;
            case ALLOCATE, COMPILE, FILL -> 0;
        };
    }

    /** The failure that was planned for this call, if its turn has come. */
    synchronized Optional<BackendException> fault(FakeCall call) {
        Optional<BackendException> failure = Optional.empty();
        for (Iterator<Fault> all = faults.iterator(); all.hasNext(); ) {
            Fault fault = all.next();
            if (fault.call == call) {
                fault.remaining--;
                if (fault.remaining == 0) {
                    all.remove();
                    failure = Optional.of(failure(fault.kind, call + " failed", "this failure was planned"));
                }
            }
        }
        return failure;
    }

    /** Records a failure's consequence: a device that reports that it is lost stays lost. */
    BackendException suffered(BackendException failure) {
        if (failure.kind() == Kind.DEVICE_LOST) {
            lose();
        }
        return failure;
    }

    void requireNotLost() {
        if (isLost()) {
            throw lostFailure();
        }
    }

    BackendException lostFailure() {
        return failure(Kind.DEVICE_LOST, "Using the device failed", "it is lost");
    }

    BackendException failure(Kind kind, String what, String facts) {
        return new BackendException(
                kind, info.id(), what + " on " + info.id() + ": " + facts + " [fake (" + kind + ")]. Ask the test why");
    }

    /** Waits until the time has come or the device is lost. */
    synchronized void busyUntil(long endNanos) throws InterruptedException {
        long left = endNanos - System.nanoTime();
        while (left > 0 && !lost) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
            left = endNanos - System.nanoTime();
        }
    }

    Optional<String> refusal(Node node) {
        for (KernelRefusal refusal : kernelRefusals) {
            if (refusal.tried && refusal.nodes.test(node)) {
                return Optional.of(refusal.reason);
            }
        }
        return options.refusal.apply(node);
    }

    void buildKernel(Node node) {
        for (KernelRefusal refusal : kernelRefusals) {
            if (refusal.nodes.test(node)) {
                refusal.tried = true;
                throw failure(Kind.KERNEL_BUILD, "Building the kernel of " + node + " failed", refusal.reason);
            }
        }
    }

    void reserve(long bytes, BufferUsage usage) {
        if (!ledger.reserve(bytes, options.memoryBytes)) {
            throw failure(
                    Kind.OUT_OF_MEMORY,
                    "Allocating " + bytes + " bytes for " + usage + " failed",
                    counters().liveBytes() + " of " + options.memoryBytes + " bytes are in use");
        }
    }
}
