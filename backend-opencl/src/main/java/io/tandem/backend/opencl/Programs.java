package io.tandem.backend.opencl;

import io.tandem.backend.BackendException;
import io.tandem.backend.BackendException.Kind;
import io.tandem.backend.gpu.Dispatch;
import io.tandem.backend.gpu.KernelKey;
import io.tandem.backend.queue.DeviceChild;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jocl.cl_kernel;
import org.jocl.cl_program;
import org.jspecify.annotations.Nullable;

/** The kernels of a device, each built when it is first needed. Safe for any number of threads. */
final class Programs implements DeviceChild {
    private static final Logger LOG = System.getLogger(Programs.class.getName());
    private static final int WARP = 32;

    /** The name of the kernel in each source. */
    private static final String ENTRY = "run";

    private final Cl cl;
    private final PhysicalDevice device;
    private final PhysicalDevice.ComputeLimits limits;
    private final BuildOptions options;
    private final @Nullable ProgramStore store;
    private final KernelSources sources = new KernelSources();
    private final Map<Build, cl_program> programs = new HashMap<>();
    private final Map<Build, BackendException> failures = new HashMap<>();

    private record Build(String source, String options) {}

    /** Kernels of a device; those that an earlier process built come from {@code store}. */
    Programs(Cl cl, PhysicalDevice device, @Nullable ProgramStore store) {
        this.cl = cl;
        this.device = device;
        this.limits = device.compute();
        this.options = new BuildOptions(device);
        this.store = store;
    }

    KernelSources sources() {
        return sources;
    }

    /**
     * A new kernel, for the caller to release.
     *
     * @throws BackendException of kind KERNEL_BUILD if the driver does not build it
     */
    synchronized cl_kernel create(KernelKey key, KernelArguments arguments) {
        requireFits(key, limits.groupThreads(), limits.localMemoryBytes());
        cl_kernel kernel = cl.createKernel(program(key, arguments), ENTRY);
        long threads = cl.groupThreads(kernel);
        if (key.threads() > threads) {
            cl.releaseKernel(kernel);
            requireFits(key, threads, limits.localMemoryBytes());
        }
        return kernel;
    }

    /** Whether kernels may have NVIDIA's instructions in them: the compiler of another driver may not take them. */
    boolean takePtx() {
        if (!device.has(OpenClFeature.PTX)) {
            return false;
        }
        try {
            cl.releaseKernel(create(new KernelKey("ptx", List.of(WARP), 0), new KernelArguments(1, false)));
            return true;
        } catch (BackendException e) {
            LOG.log(
                    Level.WARNING,
                    "Products on {0} use no warps and no matrix units, as its compiler does not take PTX: {1}",
                    cl.deviceId(),
                    e.getMessage());
            return false;
        }
    }

    /** Builds the kernel of a dispatch. */
    void build(Dispatch dispatch) {
        cl.releaseKernel(create(KernelModule.preferred(dispatch.kernel()), KernelArguments.of(dispatch)));
    }

    private void requireFits(KernelKey key, long threads, long localBytes) {
        if (key.threads() > threads || key.sharedBytes() > localBytes) {
            throw new BackendException(
                    Kind.KERNEL_BUILD,
                    cl.deviceId(),
                    key + " is above the limits of " + cl.deviceId() + ", " + threads + " threads and " + localBytes
                            + " bytes of local memory. Run the node elsewhere.");
        }
    }

    private cl_program program(KernelKey key, KernelArguments arguments) {
        Build build = new Build(KernelModule.of(key.module()).source(), options.of(key, arguments));
        cl_program known = programs.get(build);
        if (known != null) {
            return known;
        }
        BackendException failure = failures.get(build);
        if (failure != null) {
            throw failure;
        }
        try {
            cl_program program = build(build);
            programs.put(build, program);
            return program;
        } catch (BackendException e) {
            if (e.kind() == Kind.KERNEL_BUILD) {
                failures.put(build, e);
            }
            throw e;
        }
    }

    private cl_program build(Build build) {
        String text;
        try {
            text = sources.text(build.source());
        } catch (IOException e) {
            throw new BackendException(
                    Kind.KERNEL_BUILD, cl.deviceId(), "The kernel " + build.source() + " cannot be read: " + e, e);
        }
        String what = "the kernel " + build.source();
        return store == null ? cl.buildProgram(text, build.options(), what) : store.build(text, build.options(), what);
    }

    @Override
    public synchronized void destroy() {
        programs.values().forEach(cl::releaseProgram);
    }
}
