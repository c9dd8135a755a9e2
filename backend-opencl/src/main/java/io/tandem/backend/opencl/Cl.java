package io.tandem.backend.opencl;

import static org.jocl.CL.*;

import io.tandem.backend.BackendException;
import io.tandem.backend.BackendException.Kind;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jocl.Pointer;
import org.jocl.Sizeof;
import org.jocl.cl_command_queue;
import org.jocl.cl_context;
import org.jocl.cl_context_properties;
import org.jocl.cl_device_id;
import org.jocl.cl_event;
import org.jocl.cl_kernel;
import org.jocl.cl_mem;
import org.jocl.cl_platform_id;
import org.jocl.cl_program;
import org.jspecify.annotations.Nullable;

/**
 * All native calls, whose status codes are checked here, so that none is ignored and none is checked twice. An object of
 * this class makes those of one open device: once the device is lost, every call but the freeing ones fails at once.
 */
final class Cl {
    private record Fault(String call, int status) {}

    /** A part of a buffer. */
    record BufferRange(cl_mem buffer, long offset, long bytes) {}

    private final cl_device_id device;
    private final String deviceId;
    private final cl_context context;
    private volatile @Nullable BackendException lost;
    private volatile @Nullable Fault fault;

    /** Opens a context of the device. */
    Cl(PhysicalDevice physical, String deviceId) {
        this.device = physical.handle();
        this.deviceId = deviceId;
        cl_context_properties properties = new cl_context_properties();
        properties.addProperty(CL_CONTEXT_PLATFORM, physical.platform());
        int[] status = new int[1];
        this.context = SignalHandlers.kept(
                () -> clCreateContext(properties, 1, new cl_device_id[] {device}, null, null, status));
        check(status[0], deviceId, "clCreateContext");
    }

    /**
     * The platforms in the loader's order.
     *
     * @throws BackendException of kind UNAVAILABLE if there is none
     */
    static List<cl_platform_id> platforms() {
        return SignalHandlers.kept(Cl::askForPlatforms);
    }

    private static List<cl_platform_id> askForPlatforms() {
        int[] count = new int[1];
        int status = clGetPlatformIDs(0, null, count);
        boolean none = status == CL_SUCCESS && count[0] == 0;
        check(
                none ? ClStatus.CL_PLATFORM_NOT_FOUND_KHR : status,
                OpenClProvider.NAME,
                "clGetPlatformIDs, which looks for drivers,");
        cl_platform_id[] platforms = new cl_platform_id[count[0]];
        check(clGetPlatformIDs(platforms.length, platforms, null), OpenClProvider.NAME, "clGetPlatformIDs");
        return List.of(platforms);
    }

    /** The devices of a platform, which may be none, in the driver's order. */
    static List<cl_device_id> devices(cl_platform_id platform) {
        return SignalHandlers.kept(() -> askForDevices(platform));
    }

    private static List<cl_device_id> askForDevices(cl_platform_id platform) {
        int[] count = new int[1];
        int status = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, null, count);
        if (status == CL_DEVICE_NOT_FOUND) {
            return List.of();
        }
        check(status, OpenClProvider.NAME, "clGetDeviceIDs");
        cl_device_id[] devices = new cl_device_id[count[0]];
        check(
                clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, devices.length, devices, null),
                OpenClProvider.NAME,
                "clGetDeviceIDs");
        return List.of(devices);
    }

    /** A platform's property. */
    static byte[] info(cl_platform_id platform, int parameter) {
        return info((bytes, size) -> clGetPlatformInfo(
                platform, parameter, bytes.length, bytes.length == 0 ? null : Pointer.to(bytes), size));
    }

    /** A device's property. */
    static byte[] info(cl_device_id device, int parameter) {
        return info((bytes, size) ->
                clGetDeviceInfo(device, parameter, bytes.length, bytes.length == 0 ? null : Pointer.to(bytes), size));
    }

    private interface InfoQuery {
        int ask(byte[] bytes, long @Nullable [] size);
    }

    private static byte[] info(InfoQuery query) {
        long[] size = new long[1];
        check(query.ask(new byte[0], size), OpenClProvider.NAME, "Asking for the size of a property");
        byte[] bytes = new byte[(int) size[0]];
        check(query.ask(bytes, null), OpenClProvider.NAME, "Asking for a property");
        return bytes;
    }

    private static void check(int status, String subject, String call) {
        if (status != CL_SUCCESS) {
            throw ClStatus.failure(status, subject, call);
        }
    }

    /** Lets the next call of that name fail, and not be made. For tests. */
    void failNext(String call, int status) {
        fault = new Fault(call, status);
    }

    String deviceId() {
        return deviceId;
    }

    private void before(String call) {
        BackendException loss = lost;
        if (loss != null) {
            throw loss;
        }
        Fault planned = fault;
        if (planned != null && planned.call().equals(call)) {
            fault = null;
            require(planned.status(), call, "");
        }
    }

    private void require(int status, String call, String facts) {
        if (status != CL_SUCCESS) {
            throw failure(status, call + facts);
        }
    }

    /** The exception that a status stands for; it may mean that the device is lost. */
    BackendException failure(int status, String call) {
        BackendException failure = ClStatus.failure(status, deviceId, call);
        if (failure.kind() == Kind.DEVICE_LOST) {
            lost = failure;
        }
        return failure;
    }

    /** Checks a call that takes things down, which may go wrong once the device is lost. */
    private void released(int status, String call) {
        if (lost == null) {
            require(status, call, "");
        }
    }

    cl_mem createBuffer(long flags, long bytes) {
        before("clCreateBuffer");
        int[] status = new int[1];
        cl_mem buffer = clCreateBuffer(context, flags, bytes, null, status);
        require(status[0], "clCreateBuffer", " of " + bytes + " bytes");
        return buffer;
    }

    void releaseBuffer(cl_mem buffer) {
        released(clReleaseMemObject(buffer), "clReleaseMemObject");
    }

    /** A queue that runs commands in order. */
    @SuppressWarnings("deprecation") // what replaces it came with OpenCL 2.0
    cl_command_queue createQueue() {
        before("clCreateCommandQueue");
        int[] status = new int[1];
        cl_command_queue queue = clCreateCommandQueue(context, device, 0, status);
        require(status[0], "clCreateCommandQueue", "");
        return queue;
    }

    void releaseQueue(cl_command_queue queue) {
        released(clReleaseCommandQueue(queue), "clReleaseCommandQueue");
    }

    /** Maps a buffer for reading and writing, and waits for it. */
    ByteBuffer map(cl_command_queue queue, cl_mem buffer, long bytes) {
        before("clEnqueueMapBuffer");
        int[] status = new int[1];
        ByteBuffer view =
                clEnqueueMapBuffer(queue, buffer, true, CL_MAP_READ | CL_MAP_WRITE, 0, bytes, 0, null, null, status);
        require(status[0], "clEnqueueMapBuffer", " of " + bytes + " bytes");
        return view;
    }

    /** Waits until the queue is empty. */
    void finish(cl_command_queue queue) {
        released(clFinish(queue), "clFinish");
    }

    void unmap(cl_command_queue queue, cl_mem buffer, ByteBuffer view) {
        released(clEnqueueUnmapMemObject(queue, buffer, view, 0, null, null), "clEnqueueUnmapMemObject");
        released(clFinish(queue), "clFinish");
    }

    void write(Submission submission, Pointer source, BufferRange target) {
        before("clEnqueueWriteBuffer");
        require(
                clEnqueueWriteBuffer(
                        submission.queue(),
                        target.buffer(),
                        false,
                        target.offset(),
                        target.bytes(),
                        source,
                        submission.waits(),
                        submission.after(),
                        submission.done()),
                "clEnqueueWriteBuffer",
                " of " + target.bytes() + " bytes");
        flush(submission);
    }

    void read(Submission submission, BufferRange source, Pointer target) {
        before("clEnqueueReadBuffer");
        require(
                clEnqueueReadBuffer(
                        submission.queue(),
                        source.buffer(),
                        false,
                        source.offset(),
                        source.bytes(),
                        target,
                        submission.waits(),
                        submission.after(),
                        submission.done()),
                "clEnqueueReadBuffer",
                " of " + source.bytes() + " bytes");
        flush(submission);
    }

    void copy(Submission submission, BufferRange source, BufferRange target) {
        before("clEnqueueCopyBuffer");
        require(
                clEnqueueCopyBuffer(
                        submission.queue(),
                        source.buffer(),
                        target.buffer(),
                        source.offset(),
                        target.offset(),
                        source.bytes(),
                        submission.waits(),
                        submission.after(),
                        submission.done()),
                "clEnqueueCopyBuffer",
                " of " + source.bytes() + " bytes");
        flush(submission);
    }

    /** Fills with a pattern, whose length divides the range's offset and length. */
    void fill(Submission submission, BufferRange target, byte[] pattern) {
        before("clEnqueueFillBuffer");
        require(
                clEnqueueFillBuffer(
                        submission.queue(),
                        target.buffer(),
                        Pointer.to(pattern),
                        pattern.length,
                        target.offset(),
                        target.bytes(),
                        submission.waits(),
                        submission.after(),
                        submission.done()),
                "clEnqueueFillBuffer",
                " of " + target.bytes() + " bytes");
        flush(submission);
    }

    /** Runs a kernel, once the queue is flushed. */
    void launch(Submission submission, Launch launch) {
        before("clEnqueueNDRangeKernel");
        require(
                clEnqueueNDRangeKernel(
                        submission.queue(),
                        launch.kernel(),
                        launch.threads().length,
                        null,
                        launch.threads(),
                        launch.group(),
                        submission.waits(),
                        submission.after(),
                        submission.done()),
                "clEnqueueNDRangeKernel",
                "");
    }

    void mark(Submission submission) {
        before("clEnqueueMarkerWithWaitList");
        require(
                clEnqueueMarkerWithWaitList(
                        submission.queue(), submission.waits(), submission.after(), submission.done()),
                "clEnqueueMarkerWithWaitList",
                "");
        flush(submission);
    }

    /** Starts what was enqueued: queues that wait for it rely on that. */
    void flush(Submission submission) {
        before("clFlush");
        require(clFlush(submission.queue()), "clFlush", "");
    }

    /** How far a command is: CL_COMPLETE, above it not done yet, below it failed. */
    int status(cl_event event) {
        before("clGetEventInfo");
        int[] status = new int[1];
        require(
                clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, Sizeof.cl_int, Pointer.to(status), null),
                "clGetEventInfo",
                "");
        return status[0];
    }

    void retain(cl_event event) {
        before("clRetainEvent");
        require(clRetainEvent(event), "clRetainEvent", "");
    }

    void release(cl_event event) {
        released(clReleaseEvent(event), "clReleaseEvent");
    }

    /**
     * Builds a program from source.
     *
     * @param what what it is, for people
     * @throws BackendException of kind KERNEL_BUILD, with what the compiler says, if it cannot be built
     */
    cl_program buildProgram(String source, String options, String what) {
        before("clCreateProgramWithSource");
        int[] status = new int[1];
        cl_program program = clCreateProgramWithSource(context, 1, new String[] {source}, null, status);
        require(status[0], "clCreateProgramWithSource", " of " + what);
        return built(program, options, what);
    }

    /** Builds a program from what {@link #binary} gave. */
    cl_program buildBinary(byte[] binary, String options, String what) {
        before("clCreateProgramWithBinary");
        int[] status = new int[1];
        cl_program program = clCreateProgramWithBinary(
                context,
                1,
                new cl_device_id[] {device},
                new long[] {binary.length},
                new byte[][] {binary},
                null,
                status);
        require(status[0], "clCreateProgramWithBinary", " of " + what);
        return built(program, options, what);
    }

    private cl_program built(cl_program program, String options, String what) {
        try {
            before("clBuildProgram");
            int status = SignalHandlers.kept(
                    () -> clBuildProgram(program, 1, new cl_device_id[] {device}, options, null, null));
            if (status != CL_SUCCESS) {
                throw ClStatus.buildFailure(status, deviceId, what, buildLog(program));
            }
            return program;
        } catch (RuntimeException e) {
            releaseProgram(program);
            throw e;
        }
    }

    private String buildLog(cl_program program) {
        byte[] log = info((bytes, size) -> clGetProgramBuildInfo(
                program,
                device,
                CL_PROGRAM_BUILD_LOG,
                bytes.length,
                bytes.length == 0 ? null : Pointer.to(bytes),
                size));
        return new String(log, StandardCharsets.UTF_8).replace("\0", "").strip();
    }

    /** What a program was built to. */
    byte[] binary(cl_program program) {
        byte[] size = info((bytes, length) -> clGetProgramInfo(
                program, CL_PROGRAM_BINARY_SIZES, bytes.length, bytes.length == 0 ? null : Pointer.to(bytes), length));
        byte[] binary = new byte
                [(int) ByteBuffer.wrap(size).order(ByteOrder.nativeOrder()).getLong()];
        // Drivers may have their compilers finish the work here.
        int status = SignalHandlers.kept(() ->
                clGetProgramInfo(program, CL_PROGRAM_BINARIES, Sizeof.POINTER, Pointer.to(Pointer.to(binary)), null));
        require(status, "clGetProgramInfo", "");
        return binary;
    }

    void releaseProgram(cl_program program) {
        released(clReleaseProgram(program), "clReleaseProgram");
    }

    cl_kernel createKernel(cl_program program, String name) {
        before("clCreateKernel");
        int[] status = new int[1];
        cl_kernel kernel = clCreateKernel(program, name, status);
        require(status[0], "clCreateKernel", "");
        return kernel;
    }

    void releaseKernel(cl_kernel kernel) {
        released(clReleaseKernel(kernel), "clReleaseKernel");
    }

    /** How many threads a work group of a kernel may have. */
    long groupThreads(cl_kernel kernel) {
        long[] threads = new long[1];
        require(
                clGetKernelWorkGroupInfo(
                        kernel, device, CL_KERNEL_WORK_GROUP_SIZE, Sizeof.size_t, Pointer.to(threads), null),
                "clGetKernelWorkGroupInfo",
                "");
        return threads[0];
    }

    void setArgument(cl_kernel kernel, int index, cl_mem buffer) {
        setArgument(kernel, index, Sizeof.cl_mem, Pointer.to(buffer));
    }

    void setArgument(cl_kernel kernel, int index, long bytes, Pointer value) {
        before("clSetKernelArg");
        require(clSetKernelArg(kernel, index, bytes, value), "clSetKernelArg", " of argument " + index);
    }

    void releaseContext() {
        released(clReleaseContext(context), "clReleaseContext");
    }
}
