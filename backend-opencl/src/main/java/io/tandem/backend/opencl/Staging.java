package io.tandem.backend.opencl;

import static org.jocl.CL.CL_MEM_ALLOC_HOST_PTR;
import static org.jocl.CL.CL_MEM_READ_WRITE;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jocl.Pointer;
import org.jocl.cl_command_queue;
import org.jocl.cl_mem;

/** Host memory that the driver has pinned, which the device reaches without a copy in between. */
final class Staging {
    private final Cl cl;
    private final cl_command_queue queue;
    private final cl_mem buffer;
    private final ByteBuffer view;

    Staging(Cl cl, cl_command_queue queue, long bytes) {
        this.cl = cl;
        this.queue = queue;
        this.buffer = cl.createBuffer(CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, bytes);
        this.view = cl.map(queue, buffer, bytes);
    }

    MemorySegment memory() {
        return MemorySegment.ofBuffer(view);
    }

    Pointer at(long offset) {
        return Pointer.to(view).withByteOffset(offset);
    }

    void destroy() {
        cl.unmap(queue, buffer, view);
        cl.releaseBuffer(buffer);
    }
}
