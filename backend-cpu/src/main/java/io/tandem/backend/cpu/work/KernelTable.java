package io.tandem.backend.cpu.work;

import io.tandem.op.Op;
import java.util.HashMap;
import java.util.Map;

/** Which operations the CPU runs, and how: an operation that is not in the table is not supported. */
public final class KernelTable {
    /** Rows are counted in ints, and their bytes too. */
    static final long LONGEST_ROW = Integer.MAX_VALUE / 16;

    private final Map<Class<? extends Op>, Kernel<?>> kernels = new HashMap<>();

    private KernelTable() {}

    /** The table of all operations. */
    public static KernelTable create() {
        KernelTable table = new KernelTable();
        ElementWise.addTo(table);
        Layouts.addTo(table);
        Patterns.addTo(table);
        Rows.addTo(table);
        Reductions.addTo(table);
        Normalisations.addTo(table);
        Attention.addTo(table);
        MatrixProducts.addTo(table);
        Convolutions.addTo(table);
        Sampling.addTo(table);
        return table;
    }

    <O extends Op> void put(Class<O> type, Kernel<O> kernel) {
        if (kernels.put(type, kernel) != null) {
            throw new IllegalStateException("Two kernels for " + type);
        }
    }

    /** Fills the call with the works of an operation, or with the reason why there are none. */
    public void prepare(Op op, KernelCall call) {
        Kernel<?> kernel = kernels.get(op.getClass());
        if (kernel == null) {
            call.refuse("no kernel for " + op.name());
            return;
        }
        for (int i = 0; i < call.inputs(); i++) {
            if (isTooLong(call.input(i))) {
                call.refuse("operand " + i + " has rows of more than " + LONGEST_ROW + " elements: "
                        + call.input(i).shape());
                return;
            }
        }
        if (isTooLong(call.output())) {
            call.refuse("the result has rows of more than " + LONGEST_ROW + " elements: "
                    + call.output().shape());
            return;
        }
        prepare(kernel, op, call);
    }

    private static boolean isTooLong(View view) {
        return view.shape().d0() > LONGEST_ROW;
    }

    private static <O extends Op> void prepare(Kernel<O> kernel, Op op, KernelCall call) {
        @SuppressWarnings("unchecked") // the table holds each kernel under its own operation's class
        O own = (O) op;
        kernel.prepare(own, call);
    }
}
