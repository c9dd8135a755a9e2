package io.tandem.testkit.fake;

import io.tandem.backend.BufferSlice;
import io.tandem.backend.BufferUsage;
import io.tandem.backend.Device;
import io.tandem.backend.DeviceBuffer;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** A delegate's buffer, hidden from the host unless the device is host-visible. */
final class FakeBuffer implements DeviceBuffer {
    private final OpenFakeDevice device;
    private final DeviceBuffer delegate;
    private final BufferUsage usage;
    private final AtomicBoolean closed = new AtomicBoolean();

    FakeBuffer(OpenFakeDevice device, DeviceBuffer delegate, BufferUsage usage) {
        this.device = device;
        this.delegate = delegate;
        this.usage = usage;
    }

    BufferUsage usage() {
        return usage;
    }

    /** The same bytes of the delegate's buffer. */
    BufferSlice delegateSlice(BufferSlice slice) {
        requireOpen();
        return delegate.slice(slice.offset(), slice.bytes());
    }

    @Override
    public Device device() {
        return device;
    }

    @Override
    public long byteSize() {
        return delegate.byteSize();
    }

    @Override
    public Optional<MemorySegment> hostView() {
        requireOpen();
        return device.hostVisible() ? delegate.hostView() : Optional.empty();
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            delegate.close();
            device.forget(this);
            device.hardware().ledger().release(byteSize());
        }
    }

    private void requireOpen() {
        if (closed.get()) {
            throw new IllegalStateException(
                    "A buffer of " + byteSize() + " bytes on " + device.info().id() + " is closed");
        }
    }
}
