package io.tandem.backend.gpu;

import io.tandem.backend.BufferSlice;
import io.tandem.backend.Operand;
import io.tandem.backend.Program;
import io.tandem.op.UnaryOp;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Steps that map the elements of F32 tensors of one shape, each what the one before made, in one dispatch: what lies
 * between them is never written. That is for tensors which a later step of the program overwrites before anybody reads them;
 * of others, outputs among them, the program cannot tell.
 */
final class Chain {
    private static final String MODULE = "chain";

    /** As the kernels {@code chain} have them. */
    private static final int MOST_STAGES = 6;

    private static final int MOST_OPERANDS = 5;
    private static final int TWO_OPERANDS = 128;
    private static final int FUNCTION = 8;
    private static final int CHAIN_IS_SECOND = 4;

    /** Where an operand's elements are: the lowest bits of a stage. */
    private enum Place {
        SAME(0),
        ONE_FOR_ALL(1),
        ONE_FOR_EACH_COLUMN(2);

        private final int code;

        Place(int code) {
            this.code = code;
        }
    }

    /** An operand that the kernel reads. */
    private record Read(View view, Place place) {
        /** Whether another thread may write over what this one still has to read. */
        boolean suffersFrom(View written) {
            return overlap(view.slice(), written.slice())
                    && !(place == Place.SAME && view.address() == written.address());
        }
    }

    private final Shape shape;
    private final List<Program.Step> steps = new ArrayList<>();
    private final List<Integer> stages = new ArrayList<>();
    private final List<Read> reads = new ArrayList<>();

    private Chain(Shape shape) {
        this.shape = shape;
    }

    /** The longest chain that starts with a step; null where the step is better off by itself. */
    static @Nullable Chain from(List<Program.Step> all, int start) {
        Program.Step step = all.get(start);
        Chain chain = new Chain(step.output().tensor().shape());
        if (!chain.start(step)) {
            return null;
        }
        for (int i = start + 1; i < all.size() && chain.add(all.get(i)); i++) {
            if (!isOverwritten(chain.steps.get(i - 1 - start).output().slice(), all, i) || chain.isInItsOwnWay()) {
                chain.removeLast();
                break;
            }
        }
        return chain.length() > 1 || chain.repeats() ? chain : null;
    }

    private boolean start(Program.Step step) {
        if (step.inputs().isEmpty() || !isPacked(step.inputs().getFirst())) {
            return false;
        }
        reads.add(new Read(View.of(step.inputs().getFirst()), Place.SAME));
        return add(step, 0) && !isInItsOwnWay();
    }

    /** Whether the only stage repeats its second operand, which costs it no divisions here. */
    private boolean repeats() {
        return reads.size() > 1 && reads.get(1).place() != Place.SAME;
    }

    private boolean add(Program.Step step) {
        long made = View.of(steps.getLast().output()).address();
        int place = -1;
        for (int i = 0; i < step.inputs().size(); i++) {
            Operand input = step.inputs().get(i);
            if (View.of(input).address() == made) {
                if (place >= 0 || !isPacked(input)) {
                    return false;
                }
                place = i;
            }
        }
        return place >= 0 && add(step, place);
    }

    /** Adds a step whose operand of that number is what the chain has made so far. */
    private boolean add(Program.Step step, int place) {
        if (stages.size() == MOST_STAGES || !isPacked(step.output())) {
            return false;
        }
        int unary = ElementKernels.unaryFunction(step.node().op());
        if (unary >= 0) {
            stages.add(1 + unary);
            steps.add(step);
            return true;
        }
        return addBinary(step, place);
    }

    private boolean addBinary(Program.Step step, int place) {
        int function = ElementKernels.binaryFunction(step.node().op());
        if (function < 0 || reads.size() == MOST_OPERANDS) {
            return false;
        }
        Operand other = step.inputs().get(1 - place);
        Place where = placeOf(other);
        if (where == null || (place == 1 && where != Place.SAME) || isPartOfLast(other)) {
            return false;
        }
        reads.add(new Read(View.of(other), where));
        stages.add(TWO_OPERANDS + function * FUNCTION + place * CHAIN_IS_SECOND + where.code);
        steps.add(step);
        return true;
    }

    /** Whether an operand lies in what the chain has made last, which is not going to be there. */
    private boolean isPartOfLast(Operand operand) {
        return !steps.isEmpty()
                && overlap(operand.slice(), steps.getLast().output().slice());
    }

    private @Nullable Place placeOf(Operand operand) {
        if (isPacked(operand)) {
            return Place.SAME;
        }
        Shape other = operand.tensor().shape();
        if (operand.tensor().type() != DType.F32 || !View.of(operand).isPacked(DType.F32)) {
            return null;
        }
        if (other.elements() == 1) {
            return Place.ONE_FOR_ALL;
        }
        return other.elements() == shape.d0() && other.d0() == shape.d0() ? Place.ONE_FOR_EACH_COLUMN : null;
    }

    /** Whether an operand is of the chain's type and shape, in order and without gaps. */
    private boolean isPacked(Operand operand) {
        return operand.tensor().type() == DType.F32
                && operand.tensor().shape().equals(shape)
                && View.of(operand).isPacked(DType.F32);
    }

    private void removeLast() {
        steps.removeLast();
        if (stages.removeLast() >= TWO_OPERANDS) {
            reads.removeLast();
        }
    }

    private boolean isInItsOwnWay() {
        View result = View.of(steps.getLast().output());
        return reads.stream().anyMatch(read -> read.suffersFrom(result));
    }

    /** Whether a step from that one on overwrites memory, which up to then only the first of them reads. */
    private static boolean isOverwritten(BufferSlice memory, List<Program.Step> steps, int first) {
        for (int i = first; i < steps.size(); i++) {
            Program.Step step = steps.get(i);
            if (i > first && step.inputs().stream().anyMatch(input -> overlap(input.slice(), memory))) {
                return false;
            }
            // Of a state a step may write but a part.
            if (!step.node().op().writesState() && covers(step.output().slice(), memory)) {
                return true;
            }
        }
        return false;
    }

    private static boolean overlap(BufferSlice one, BufferSlice other) {
        return one.buffer().equals(other.buffer())
                && one.offset() < other.offset() + other.bytes()
                && other.offset() < one.offset() + one.bytes();
    }

    private static boolean covers(BufferSlice one, BufferSlice other) {
        return one.buffer().equals(other.buffer())
                && one.offset() <= other.offset()
                && other.offset() + other.bytes() <= one.offset() + one.bytes();
    }

    static boolean isChain(Dispatch dispatch) {
        return dispatch.kernel().module().equals(MODULE);
    }

    /** The number of steps. */
    int length() {
        return steps.size();
    }

    void dispatch(Dispatches dispatches) {
        Dispatches.Builder dispatch = dispatches.kernel(MODULE);
        for (int i = 0; i < MOST_STAGES; i++) {
            dispatch.constant(i < stages.size() ? stages.get(i) : 0);
        }
        for (int i = 0; i < steps.size(); i++) {
            if (steps.get(i).node().op() instanceof UnaryOp op) {
                ElementKernels.addParameters(op, dispatch.skipTo(2 * i));
            }
        }
        reads.forEach(read -> dispatch.input(read.view()));
        dispatch.result(View.of(steps.getLast().output())).threads(shape.elements());
    }
}
