package io.tandem.backend.gpu;

import io.tandem.backend.Program;
import io.tandem.backend.Support;
import io.tandem.graph.Node;
import io.tandem.graph.Tensor;
import io.tandem.op.Op;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Which kernel runs which operation on which types: what is not here is not supported. */
public final class KernelTable {
    private static final KernelTable INSTANCE = new KernelTable();

    /** Kernels count bytes in 32 bits. */
    private static final long MOST_BYTES = (1L << 32) - 256;

    private final Map<Class<? extends Op>, Kernel<?>> kernels = new HashMap<>();

    private KernelTable() {
        ElementKernels.addTo(this);
        LayoutKernels.addTo(this);
        PatternKernels.addTo(this);
        RowKernels.addTo(this);
        ReductionKernels.addTo(this);
        AttentionKernels.addTo(this);
        MatrixKernels.addTo(this);
        ConvolutionKernels.addTo(this);
    }

    /** The table, which is the same for all devices. */
    public static KernelTable instance() {
        return INSTANCE;
    }

    /** What a step of an operation dispatches. */
    interface Plan<O extends Op> {
        void plan(O op, Program.Step step, Dispatches dispatches);
    }

    /** Adds an operation that runs on any types. */
    <O extends Op> void put(Class<O> type, Plan<O> plan) {
        put(type, (op, node) -> true, plan);
    }

    /** Adds an operation that runs on those nodes that {@code condition} lets pass. */
    <O extends Op> void put(Class<O> type, BiPredicate<O, Node> condition, Plan<O> plan) {
        put(type, new Kernel<>() {
            @Override
            public @Nullable String refusal(O op, Node node, Traits traits) {
                return condition.test(op, node) ? null : "no kernel for " + describe(node);
            }

            @Override
            public void plan(O op, Program.Step step, Dispatches dispatches) {
                plan.plan(op, step, dispatches);
            }
        });
    }

    <O extends Op> void put(Class<O> type, Kernel<O> kernel) {
        if (kernels.put(type, kernel) != null) {
            throw new IllegalStateException("Two kernels for " + type);
        }
    }

    private <O extends Op> @Nullable Kernel<O> find(O op) {
        @SuppressWarnings("unchecked") // each kernel is under its own operation's class
        Kernel<O> kernel = (Kernel<O>) kernels.get(op.getClass());
        return kernel;
    }

    /** Whether a device of these traits can run a node. */
    public Support supports(Node node, Traits traits) {
        String reason = refusal(node.op(), node, traits);
        return reason == null ? Support.YES : new Support.No(reason);
    }

    private <O extends Op> @Nullable String refusal(O op, Node node, Traits traits) {
        Kernel<O> kernel = find(op);
        if (kernel == null) {
            return "no kernel for " + op.name();
        }
        for (Tensor tensor : tensors(node)) {
            if (tensor.layout().byteExtent() > MOST_BYTES || tensor.layout().elements() > Integer.MAX_VALUE) {
                return tensor + " is above the 4 GiB that a kernel reaches";
            }
        }
        return kernel.refusal(op, node, traits);
    }

    private static List<Tensor> tensors(Node node) {
        List<Tensor> all = new ArrayList<>(node.inputs());
        all.add(node.output());
        return all;
    }

    private static String describe(Node node) {
        return node.op().name() + " with "
                + tensors(node).stream()
                        .map(tensor -> tensor.type().name().toLowerCase(Locale.ROOT))
                        .distinct()
                        .collect(Collectors.joining(" and "));
    }

    /** What a program dispatches. Its nodes are supported. */
    public List<Dispatch> plan(Program program, Traits traits) {
        return plan(program, traits, true);
    }

    /**
     * What a program dispatches. Its nodes are supported.
     *
     * @param fuses whether a {@link Chain} of steps may become one dispatch
     */
    List<Dispatch> plan(Program program, Traits traits, boolean fuses) {
        Dispatches dispatches = new Dispatches(traits);
        List<Program.Step> steps = program.steps();
        for (int i = 0; i < steps.size(); i++) {
            dispatches.nextStep();
            Chain chain = fuses ? Chain.from(steps, i) : null;
            if (chain == null) {
                plan(steps.get(i).node().op(), steps.get(i), dispatches);
            } else {
                chain.dispatch(dispatches);
                for (int more = 1; more < chain.length(); more++, i++) {
                    dispatches.nextStep();
                }
            }
        }
        return dispatches.all();
    }

    private <O extends Op> void plan(O op, Program.Step step, Dispatches dispatches) {
        Kernel<O> kernel = find(op);
        if (kernel == null) {
            throw new IllegalArgumentException("There is no kernel for " + step.node());
        }
        kernel.plan(op, step, dispatches);
    }
}
