package io.tandem.testkit.reference;

import io.tandem.op.Op;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The kernel table: an operation that is not in it is not supported. */
final class ReferenceKernels {
    private final Map<Class<? extends Op>, ReferenceKernel<?>> kernels;

    private ReferenceKernels(Map<Class<? extends Op>, ReferenceKernel<?>> kernels) {
        this.kernels = Map.copyOf(kernels);
    }

    /** A kernel for every operation. */
    static ReferenceKernels all() {
        Builder table = new Builder();
        UnaryKernels.addTo(table);
        BinaryKernels.addTo(table);
        GluKernels.addTo(table);
        ReductionKernels.addTo(table);
        NormKernels.addTo(table);
        MatrixKernels.addTo(table);
        ConvolutionKernels.addTo(table);
        SamplingKernels.addTo(table);
        LayoutKernels.addTo(table);
        PatternKernels.addTo(table);
        RowKernels.addTo(table);
        AttentionKernels.addTo(table);
        return table.build();
    }

    /** The operations in the table. */
    Set<Class<? extends Op>> operations() {
        return kernels.keySet();
    }

    /** This table with one kernel replaced or added. */
    <O extends Op> ReferenceKernels with(Class<O> type, ReferenceKernel<O> kernel) {
        Map<Class<? extends Op>, ReferenceKernel<?>> changed = new HashMap<>(kernels);
        changed.put(type, kernel);
        return new ReferenceKernels(changed);
    }

    /** The kernel of an operation bound to it, or null. */
    @Nullable
    Bound find(Op op) {
        ReferenceKernel<?> kernel = kernels.get(op.getClass());
        return kernel == null ? null : bind(kernel, op);
    }

    private static <O extends Op> Bound bind(ReferenceKernel<O> kernel, Op op) {
        @SuppressWarnings("unchecked") // the table holds each kernel under its own operation's class
        O own = (O) op;
        return (inputs, output) -> kernel.run(own, inputs, output);
    }

    /** A kernel with the parameters of one operation. */
    @FunctionalInterface
    interface Bound {
        void run(List<Elements> inputs, Elements output);
    }

    /** Collects the families. */
    static final class Builder {
        private final Map<Class<? extends Op>, ReferenceKernel<?>> kernels = new HashMap<>();

        <O extends Op> void put(Class<O> type, ReferenceKernel<O> kernel) {
            if (kernels.put(type, kernel) != null) {
                throw new IllegalStateException("Two kernels for " + type);
            }
        }

        ReferenceKernels build() {
            return new ReferenceKernels(kernels);
        }
    }
}
