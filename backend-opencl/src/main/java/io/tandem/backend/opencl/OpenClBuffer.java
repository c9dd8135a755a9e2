package io.tandem.backend.opencl;

import static org.jocl.CL.CL_MEM_READ_WRITE;

import io.tandem.backend.Device;
import io.tandem.backend.DeviceBuffer;
import io.tandem.backend.gpu.Addressed;
import io.tandem.backend.queue.DeviceChild;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import org.jocl.cl_mem;

/** A block of device memory. */
final class OpenClBuffer implements DeviceBuffer, DeviceChild, Addressed {
    /** Kernels read whole words, up to sixteen bytes at once. */
    private static final long READ_BYTES = 16;

    private final OpenClDevice device;
    private final long bytes;
    private final cl_mem handle;
    private volatile boolean closed;

    /** Memory for kernels. Its contents are undefined. */
    OpenClBuffer(OpenClDevice device, long bytes) {
        this.device = device;
        this.bytes = bytes;
        this.handle = device.cl().createBuffer(CL_MEM_READ_WRITE, Math.ceilDiv(bytes, READ_BYTES) * READ_BYTES);
    }

    @Override
    public Device device() {
        return device;
    }

    @Override
    public long byteSize() {
        return bytes;
    }

    /** None: OpenCL 1.2 lets the host into a buffer only while no kernel uses it. */
    @Override
    public Optional<MemorySegment> hostView() {
        requireOpen();
        return Optional.empty();
    }

    /** Kernels are given the buffer itself, whose first byte drivers align to 128 bytes. */
    @Override
    public long address() {
        return 0;
    }

    /** The driver's buffer. */
    cl_mem handle() {
        return handle;
    }

    /** Refuses a buffer that is closed. */
    void requireOpen() {
        if (closed) {
            throw new IllegalStateException("A buffer of " + device.info().id() + " is closed");
        }
    }

    @Override
    public void close() {
        device.close(this);
    }

    @Override
    public void destroy() {
        closed = true;
        device.cl().releaseBuffer(handle);
    }
}
