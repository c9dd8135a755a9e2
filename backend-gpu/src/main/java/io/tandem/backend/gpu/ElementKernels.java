package io.tandem.backend.gpu;

import io.tandem.backend.Program;
import io.tandem.graph.Tensor;
import io.tandem.op.BinaryOp;
import io.tandem.op.Op;
import io.tandem.op.UnaryOp;
import io.tandem.tensor.DType;
import java.util.List;

/** Operations that map elements by themselves. A function's number is its place here and in its kernel's switch. */
final class ElementKernels {
    private static final List<Class<? extends UnaryOp>> UNARY = List.of(
            UnaryOp.Abs.class,
            UnaryOp.Sgn.class,
            UnaryOp.Neg.class,
            UnaryOp.Step.class,
            UnaryOp.Exp.class,
            UnaryOp.Expm1.class,
            UnaryOp.Log.class,
            UnaryOp.Sqr.class,
            UnaryOp.Sqrt.class,
            UnaryOp.Sin.class,
            UnaryOp.Cos.class,
            UnaryOp.Erf.class,
            UnaryOp.Reciprocal.class,
            UnaryOp.Floor.class,
            UnaryOp.Ceil.class,
            UnaryOp.Round.class,
            UnaryOp.Trunc.class,
            UnaryOp.Tanh.class,
            UnaryOp.Elu.class,
            UnaryOp.Relu.class,
            UnaryOp.LeakyRelu.class,
            UnaryOp.Sigmoid.class,
            UnaryOp.Gelu.class,
            UnaryOp.GeluQuick.class,
            UnaryOp.GeluErf.class,
            UnaryOp.Silu.class,
            UnaryOp.Hardswish.class,
            UnaryOp.Hardsigmoid.class,
            UnaryOp.Softplus.class,
            UnaryOp.Scale.class,
            UnaryOp.Clamp.class);

    private static final List<Class<? extends BinaryOp>> BINARY = List.of(
            BinaryOp.Add.class,
            BinaryOp.Sub.class,
            BinaryOp.Mul.class,
            BinaryOp.Div.class,
            BinaryOp.Pow.class,
            BinaryOp.Min.class,
            BinaryOp.Max.class,
            BinaryOp.Equal.class,
            BinaryOp.NotEqual.class,
            BinaryOp.Less.class,
            BinaryOp.LessEqual.class,
            BinaryOp.Greater.class,
            BinaryOp.GreaterEqual.class);

    private ElementKernels() {}

    static void addTo(KernelTable table) {
        for (int i = 0; i < UNARY.size(); i++) {
            addUnary(table, UNARY.get(i), i);
        }
        for (int i = 0; i < BINARY.size(); i++) {
            addBinary(table, BINARY.get(i), i);
        }
    }

    private static <O extends UnaryOp> void addUnary(KernelTable table, Class<O> type, int function) {
        table.put(type, (op, step, dispatches) -> {
            View from = View.of(step.inputs().getFirst());
            DType element = step.output().tensor().type();
            Dispatches.Builder dispatch = dispatches
                    .kernel("unary")
                    .constant(function)
                    .constant(ElementType.codeOfF32(element))
                    .constant(from.isPacked(element))
                    .number(ElementType.code(element))
                    .input(from)
                    .result(View.of(step.output()));
            addParameters(op, dispatch);
            dispatch.threads(step.output().tensor().shape().elements());
        });
    }

    /** The number of a function of one operand; -1 if it is none. */
    static int unaryFunction(Op op) {
        return UNARY.indexOf(op.getClass());
    }

    /** The number of a function of two operands; -1 if it is none. */
    static int binaryFunction(Op op) {
        return BINARY.indexOf(op.getClass());
    }

    /** Adds the parameters of an operation, at most two. */
    static void addParameters(UnaryOp op, Dispatches.Builder dispatch) {
        switch (op) {
            case UnaryOp.LeakyRelu(float slope) -> dispatch.number(slope);
            case UnaryOp.Scale(float factor, float bias) ->
                dispatch.number(factor).number(bias);
            case UnaryOp.Clamp(float lower, float upper) ->
                dispatch.number(lower).number(upper);
            default -> {}
        }
    }

    private static <O extends BinaryOp> void addBinary(KernelTable table, Class<O> type, int function) {
        table.put(type, (op, step, dispatches) -> binary(function, step, dispatches));
    }

    private static void binary(int function, Program.Step step, Dispatches dispatches) {
        Tensor a = step.inputs().get(0).tensor();
        Tensor b = step.inputs().get(1).tensor();
        binary(
                dispatches.kernel("binary").constant(function),
                a.type(),
                View.of(step.inputs().get(0)),
                b.type(),
                View.of(step.inputs().get(1)),
                View.of(step.output()));
    }

    /** Adds a tensor to another one of its type and shape. */
    static void add(Dispatches dispatches, View sum, DType type, View b) {
        int function = BINARY.indexOf(BinaryOp.Add.class);
        binary(dispatches.kernel("binary").constant(function), type, sum, type, b, sum);
    }

    private static void binary(Dispatches.Builder dispatch, DType typeA, View a, DType typeB, View b, View result) {
        boolean packed = a.shape().equals(b.shape()) && a.isPacked(typeA) && b.isPacked(typeB);
        boolean both = typeA == DType.F32 && typeB == DType.F32;
        dispatch.constant(both ? ElementType.code(typeA) : ElementType.TOLD)
                .constant(both ? ElementType.code(typeB) : ElementType.TOLD)
                .constant(packed)
                .number(ElementType.code(typeA))
                .number(ElementType.code(typeB))
                .input(a)
                .input(b)
                .result(result)
                .threads(a.shape().elements());
    }
}
