package io.tandem.backend.opencl;

import static org.jocl.CL.CL_MEM_READ_WRITE;

import io.tandem.backend.DeviceInfo;
import io.tandem.backend.gpu.KernelKey;
import io.tandem.testkit.process.DeviceCycles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jocl.Pointer;
import org.jocl.Sizeof;
import org.jocl.cl_command_queue;
import org.jocl.cl_kernel;
import org.jocl.cl_mem;
import org.jocl.cl_program;

/**
 * Opens the driver's device, builds a kernel, runs it on nothing and closes the device: what a cycle costs where nothing
 * but the driver could leak.
 */
final class DriverCycle implements Runnable {
    private static final KernelKey KERNEL = new KernelKey("unary", List.of(64, 0, 0, 0), 0);
    private static final KernelArguments ARGUMENTS = new KernelArguments(1, false);
    private static final int BLOCK_WORDS = 112;

    private final PhysicalDevice physical;
    private final String source;
    private final String options;

    DriverCycle(DeviceInfo info) {
        this.physical = OpenClDevices.find(OpenClOptions.read(Map.of(), Map.of()))
                .find(info)
                .orElseThrow();
        this.options = new BuildOptions(physical).of(KERNEL, ARGUMENTS);
        try {
            this.source = new KernelSources().text(KERNEL.module());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void run() {
        Cl cl = new Cl(physical, "opencl:0");
        cl_command_queue queue = cl.createQueue();
        cl_mem buffer = cl.createBuffer(CL_MEM_READ_WRITE, 1 << 20);
        cl_program program = cl.buildProgram(source, options, KERNEL.module());
        cl_kernel kernel = cl.createKernel(program, "run");
        cl.setArgument(kernel, 0, buffer);
        cl.setArgument(kernel, 1, buffer);
        cl.setArgument(kernel, 2, (long) BLOCK_WORDS * Sizeof.cl_int, Pointer.to(new int[BLOCK_WORDS]));
        Launch launch = new Launch(kernel, new long[] {64}, new long[] {64});
        for (int run = 0; run < DeviceCycles.RUNS; run++) {
            Submission submission = new Submission(queue, List.of());
            cl.launch(submission, launch);
            cl.finish(queue);
            cl.release(Objects.requireNonNull(submission.done()));
        }
        cl.releaseKernel(kernel);
        cl.releaseProgram(program);
        cl.releaseBuffer(buffer);
        cl.releaseQueue(queue);
        cl.releaseContext();
    }
}
