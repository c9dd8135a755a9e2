package io.tandem.testkit.fake;

import io.tandem.backend.BackendProvider;
import io.tandem.backend.DeviceInfo;
import io.tandem.backend.DeviceKind;
import io.tandem.graph.Node;
import io.tandem.testkit.reference.ReferenceBackend;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Describes a {@link FakeBackend} before it is made. Every method returns this object. For one thread. */
public final class FakeOptions {
    final String name;
    int devices = 1;
    DeviceKind kind = DeviceKind.GPU;
    BackendProvider delegate = new ReferenceBackend();
    Map<String, String> delegateOptions = Map.of();
    long memoryBytes = 1L << 34;
    long maxAllocationBytes = 1L << 32;
    long alignmentBytes = 256;
    boolean hostVisible;
    boolean peers;
    boolean packsWeights;
    long executeNanos;
    long transferNanos;
    Function<Node, Optional<String>> refusal = node -> Optional.empty();
    UnaryOperator<DeviceInfo> describe = info -> info;

    @Nullable
    String unavailable;

    FakeOptions(String name) {
        this.name = name;
    }

    /** How many devices there are: {@code name:0}, {@code name:1} and so on. One if not given. */
    public FakeOptions devices(int count) {
        devices = count;
        return this;
    }

    /** What the devices say they are. A GPU if not given. */
    public FakeOptions kind(DeviceKind value) {
        kind = value;
        return this;
    }

    /** The backend whose first device does the work. The reference backend if not given. */
    public FakeOptions over(BackendProvider provider, Map<String, String> options) {
        delegate = provider;
        delegateOptions = Map.copyOf(options);
        return this;
    }

    /** The memory of each device: allocations beyond it are OUT_OF_MEMORY. 16 GiB if not given. */
    public FakeOptions memoryBytes(long bytes) {
        memoryBytes = bytes;
        return this;
    }

    /** The largest buffer. 4 GiB if not given. */
    public FakeOptions maxAllocationBytes(long bytes) {
        maxAllocationBytes = bytes;
        return this;
    }

    /** The alignment that tensors need. 256 bytes if not given, or what the delegate needs if that is more. */
    public FakeOptions alignmentBytes(long bytes) {
        alignmentBytes = bytes;
        return this;
    }

    /** Whether buffers have a host view and host memory can be wrapped, as far as the delegate has it. Not if not given. */
    public FakeOptions hostVisible(boolean value) {
        hostVisible = value;
        return this;
    }

    /** Whether the devices of this backend accept each other's events and buffers. Not if not given. */
    public FakeOptions peers(boolean value) {
        peers = value;
        return this;
    }

    /** Whether the devices want weights of products packed in a layout of their own. Not if not given. */
    public FakeOptions packsWeights(boolean value) {
        packsWeights = value;
        return this;
    }

    /** How long each program runs at least. */
    public FakeOptions executeLatency(Duration latency) {
        executeNanos = latency.toNanos();
        return this;
    }

    /** How long each upload, download and copy takes at least. */
    public FakeOptions transferLatency(Duration latency) {
        transferNanos = latency.toNanos();
        return this;
    }

    /** Why a node is not supported; empty where it is. */
    public FakeOptions refusing(Function<Node, Optional<String>> reason) {
        refusal = reason;
        return this;
    }

    /** The last word on what is known of each device before it is opened. */
    public FakeOptions describedBy(UnaryOperator<DeviceInfo> change) {
        describe = change;
        return this;
    }

    /** Lets the backend be found unavailable, for this reason. */
    public FakeOptions unavailable(String reason) {
        unavailable = reason;
        return this;
    }

    /** Makes the backend. */
    public FakeBackend create() {
        return new FakeBackend(this);
    }
}
