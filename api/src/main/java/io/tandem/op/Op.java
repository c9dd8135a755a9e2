package io.tandem.op;

import io.tandem.tensor.TensorLayout;
import java.util.List;

/**
 * An operation: a record whose components are its parameters. Names and semantics are ggml's.
 *
 * <p>Records are made by the builder methods of {@code io.tandem.graph}; their constructors may gain parameters from one
 * version to the next. A backend looks operations up by class in its kernel table, where absence means "not supported";
 * it never switches exhaustively over this hierarchy, so an operation that is newer than the backend is just absent.
 */
public sealed interface Op
        permits UnaryOp,
                BinaryOp,
                GluOp,
                ReductionOp,
                NormOp,
                MatrixOp,
                ConvolutionOp,
                SamplingOp,
                ViewOp,
                LayoutOp,
                PatternOp,
                PatchOp,
                RowOp,
                AttentionOp {
    /** ggml's name of the operation, such as {@code MUL_MAT}. */
    default String name() {
        return OpNames.of(getClass());
    }

    /** ggml's name of an operation, by the class of its record. */
    static String nameOf(Class<? extends Op> operation) {
        return OpNames.of(operation);
    }

    /**
     * The shape and type rule: the layout of the result for operands of the given layouts. The result is contiguous,
     * except for a {@link ViewOp}'s.
     *
     * @throws IllegalArgumentException if the operation is not defined for these operands; the message says why
     */
    TensorLayout infer(List<TensorLayout> inputs);

    /**
     * Whether the result may be written over operand {@code index}, given that both have the same layout and lie at the
     * same address. A kernel of such an operation reads each element before it writes the element at its place.
     */
    default boolean mayOverwrite(int index) {
        return false;
    }

    /**
     * Whether operand 0 is a view of a state that the operation writes. Its result is then the state's next version and
     * shares the state's memory; a kernel writes through operand 0 and leaves everything outside it as it is.
     */
    default boolean writesState() {
        return false;
    }

    /** Whether one run may be heavy enough to earn copies of its operands: products, convolutions, fused attention. */
    default boolean isHeavy() {
        return false;
    }

    /** The floating-point operations of one run: a multiply-add counts two. */
    default long flops(List<TensorLayout> inputs, TensorLayout output) {
        return output.elements();
    }
}
