package io.tandem.testkit.fake;

import io.tandem.backend.CommandQueue;
import io.tandem.backend.DeviceBuffer;
import io.tandem.backend.Executable;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** A program compiled by the delegate, with the packed weights that it must be given in plain form. */
final class FakeExecutable implements Executable {
    private final OpenFakeDevice device;
    private final String name;
    private final Executable delegate;
    private final List<PackedWeight> packedWeights;
    private final AtomicBoolean closed = new AtomicBoolean();

    FakeExecutable(OpenFakeDevice device, String name, Executable delegate, List<PackedWeight> packedWeights) {
        this.device = device;
        this.name = name;
        this.delegate = delegate;
        this.packedWeights = List.copyOf(packedWeights);
    }

    OpenFakeDevice device() {
        return device;
    }

    String name() {
        return name;
    }

    /** Runs on the delegate and waits for it. */
    void run(CommandQueue queue) {
        packedWeights.forEach(weight -> weight.unpack(queue));
        queue.execute(delegate, List.of()).await(Long.MAX_VALUE);
    }

    void requireOpen() {
        if (closed.get()) {
            throw new IllegalStateException("Program " + name + " is closed");
        }
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            delegate.close();
            packedWeights.stream().map(PackedWeight::plain).forEach(DeviceBuffer::close);
            device.forget(this);
            device.hardware().ledger().executableClosed();
        }
    }
}
