package io.tandem.backend.gpu;

import io.tandem.backend.BackendException;
import io.tandem.backend.BackendException.Kind;
import io.tandem.backend.Program;
import io.tandem.backend.Support;
import io.tandem.graph.Node;
import io.tandem.graph.Tensor;
import io.tandem.op.Op;
import io.tandem.tensor.TensorLayout;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;

/** The kernel table of one device, less what its driver does not build. Safe for any number of threads. */
public final class DeviceKernels {
    private static final Logger LOG = System.getLogger(DeviceKernels.class.getName());

    private final String deviceId;
    private final Traits traits;

    /** Whether chains are worth a try. */
    private volatile boolean fuses = true;

    /** Why the driver did not build the kernels of nodes like these. */
    private final Map<NodeLike, String> refused = new ConcurrentHashMap<>();

    private record NodeLike(Op op, List<TensorLayout> inputs) {
        static NodeLike of(Node node) {
            return new NodeLike(
                    node.op(), node.inputs().stream().map(Tensor::layout).toList());
        }
    }

    /** The kernels of a device of these traits. */
    public DeviceKernels(String deviceId, Traits traits) {
        this.deviceId = deviceId;
        this.traits = traits;
    }

    /** Whether the device can run a node. */
    public Support supports(Node node) {
        String reason = refused.isEmpty() ? null : refused.get(NodeLike.of(node));
        return reason == null ? KernelTable.instance().supports(node, traits) : new Support.No(reason);
    }

    /**
     * Refuses a program with a node that no kernel runs.
     *
     * @throws BackendException of kind UNSUPPORTED
     */
    public void requireAll(Program program) {
        for (Program.Step step : program.steps()) {
            if (supports(step.node()) instanceof Support.No(String reason)) {
                throw new BackendException(
                        Kind.UNSUPPORTED, deviceId, step.node() + " cannot run on " + deviceId + ": " + reason);
            }
        }
    }

    /**
     * Compiles a program from what it {@linkplain #plan dispatches}.
     *
     * @param prepare makes the program
     * @param build builds a kernel, or throws a BackendException of kind KERNEL_BUILD; called where {@code prepare} fails so,
     *     to tell which nodes are not supported from then on
     */
    public <T> T compile(Program program, Function<List<Dispatch>, T> prepare, Consumer<Dispatch> build) {
        List<Dispatch> dispatches = plan(program);
        try {
            return prepare.apply(dispatches);
        } catch (BackendException e) {
            if (e.kind() != Kind.KERNEL_BUILD) {
                throw e;
            }
            if (dispatches.stream().anyMatch(Chain::isChain)) {
                return compileUnfused(program, prepare, build, e);
            }
            refuse(program, build);
            throw e;
        }
    }

    /** Compiles without chains, of which the driver may not have built one. */
    private <T> T compileUnfused(
            Program program, Function<List<Dispatch>, T> prepare, Consumer<Dispatch> build, BackendException failure) {
        try {
            T compiled = prepare.apply(KernelTable.instance().plan(program, traits, false));
            fuses = false;
            LOG.log(
                    Level.WARNING,
                    "{0} runs every operation by itself: {1} A newer driver may do better.",
                    deviceId,
                    failure.getMessage());
            return compiled;
        } catch (BackendException e) {
            if (e.kind() == Kind.KERNEL_BUILD) {
                refuse(program, build);
            }
            throw e;
        }
    }

    /** What a program dispatches. Its nodes are supported, and its memory is {@link Addressed}. */
    public List<Dispatch> plan(Program program) {
        return KernelTable.instance().plan(program, traits, fuses);
    }

    /** Remembers which nodes of a program have kernels of their own that the driver does not build. */
    private void refuse(Program program, Consumer<Dispatch> build) {
        for (Program.Step step : program.steps()) {
            try {
                Program alone = new Program(program.name(), List.of(step));
                KernelTable.instance().plan(alone, traits, false).forEach(build);
            } catch (BackendException e) {
                if (e.kind() == Kind.KERNEL_BUILD) {
                    refused.put(NodeLike.of(step.node()), String.valueOf(e.getMessage()));
                }
            }
        }
    }

    /**
     * The failure of a run that met an index out of range.
     *
     * @param report the word that a kernel left: one more than the number of its step
     */
    public BackendException invalidIndex(Program program, int report) {
        return new BackendException(
                Kind.INVALID_INDEX,
                deviceId,
                "Running " + program.name() + " failed on " + deviceId + ": an index of "
                        + program.steps().get(report - 1).node() + " is out of range. Check the index data.");
    }
}
