package io.tandem.testkit.conformance;

import static io.tandem.testkit.conformance.Shapes.EDGES;
import static io.tandem.testkit.conformance.Shapes.FLOATS;
import static io.tandem.testkit.conformance.Shapes.ODD;

import io.tandem.op.UnaryOp;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.util.ArrayList;
import java.util.List;

/** Element-wise operations on one operand. */
final class UnaryCases {
    private static final String FAMILY = "unary";

    /** Exact but for one rounding. */
    private static final double EXACT = 1e-12;

    /** As test-backend-ops of ggml: drivers differ in their functions. */
    private static final double FUNCTION = 1e-7;

    private UnaryCases() {}

    /** An operation with the range of operands that it is tried on. */
    private record Range(UnaryOp op, double low, double high, double bound) {}

    private static final List<Range> RANGES = List.of(
            new Range(new UnaryOp.Abs(), -10, 10, EXACT),
            new Range(new UnaryOp.Sgn(), -10, 10, EXACT),
            new Range(new UnaryOp.Neg(), -10, 10, EXACT),
            new Range(new UnaryOp.Step(), -10, 10, EXACT),
            new Range(new UnaryOp.Exp(), -10, 10, FUNCTION),
            new Range(new UnaryOp.Expm1(), -3, 3, FUNCTION),
            new Range(new UnaryOp.Log(), 0.01, 10, FUNCTION),
            new Range(new UnaryOp.Sqr(), -10, 10, EXACT),
            new Range(new UnaryOp.Sqrt(), 0, 10, EXACT),
            new Range(new UnaryOp.Sin(), -7, 7, FUNCTION),
            new Range(new UnaryOp.Cos(), -7, 7, FUNCTION),
            new Range(new UnaryOp.Erf(), -4, 4, FUNCTION),
            new Range(new UnaryOp.Reciprocal(), 0.1, 10, EXACT),
            new Range(new UnaryOp.Floor(), -10, 10, EXACT),
            new Range(new UnaryOp.Ceil(), -10, 10, EXACT),
            new Range(new UnaryOp.Round(), -10, 10, EXACT),
            new Range(new UnaryOp.Trunc(), -10, 10, EXACT),
            new Range(new UnaryOp.Tanh(), -10, 10, FUNCTION),
            new Range(new UnaryOp.Elu(), -10, 10, FUNCTION),
            new Range(new UnaryOp.Relu(), -10, 10, EXACT),
            new Range(new UnaryOp.LeakyRelu(0.1f), -10, 10, EXACT),
            new Range(new UnaryOp.Sigmoid(), -10, 10, FUNCTION),
            new Range(new UnaryOp.Gelu(), -10, 10, FUNCTION),
            new Range(new UnaryOp.GeluQuick(), -10, 10, FUNCTION),
            new Range(new UnaryOp.GeluErf(), -10, 10, FUNCTION),
            new Range(new UnaryOp.Silu(), -10, 10, FUNCTION),
            new Range(new UnaryOp.Hardswish(), -10, 10, EXACT),
            new Range(new UnaryOp.Hardsigmoid(), -10, 10, EXACT),
            new Range(new UnaryOp.Softplus(), -10, 30, FUNCTION),
            new Range(new UnaryOp.Scale(-1.7f, 0), -10, 10, EXACT),
            new Range(new UnaryOp.Scale(2.5f, 3.25f), -10, 10, 1e-9),
            new Range(new UnaryOp.Clamp(-2.5f, 1.5f), -10, 10, EXACT));

    static List<OpCase> all() {
        List<OpCase> cases = new ArrayList<>();
        for (Range range : RANGES) {
            for (DType type : FLOATS) {
                for (Form form : Form.of(type)) {
                    cases.add(single(range, type, form, ODD));
                }
            }
            EDGES.forEach(shape -> cases.add(single(range, DType.F32, Form.CONTIGUOUS, shape)));
            cases.add(inPlace(range, DType.F32));
            cases.add(inPlace(range, DType.F16));
        }
        addSpecials(cases);
        return cases;
    }

    private static OpCase single(Range range, DType type, Form form, Shape shape) {
        return new OpCase(
                FAMILY,
                range.op + " " + type + " " + form + " " + shape,
                trial -> trial.gives(
                        trial.graph().apply(range.op, trial.operand(form, type, shape, range.low, range.high)),
                        range.bound));
    }

    private static OpCase inPlace(Range range, DType type) {
        return new OpCase(
                FAMILY,
                range.op + " " + type + " in place",
                trial -> trial.overwriting(0)
                        .gives(
                                trial.graph()
                                        .apply(
                                                range.op,
                                                trial.operand(Form.CONTIGUOUS, type, ODD, range.low, range.high)),
                                range.bound));
    }

    private static void addSpecials(List<OpCase> cases) {
        float infinity = Float.POSITIVE_INFINITY;
        List<UnaryOp> everywhere = List.of(
                new UnaryOp.Abs(),
                new UnaryOp.Neg(),
                new UnaryOp.Exp(),
                new UnaryOp.Sqr(),
                new UnaryOp.Scale(2, 1),
                new UnaryOp.Erf());
        everywhere.forEach(op -> cases.add(special(op, infinity, -infinity, Float.NaN, 1, -0f)));
        List<UnaryOp> withLimits = List.of(
                new UnaryOp.Tanh(),
                new UnaryOp.Sigmoid(),
                new UnaryOp.Erf(),
                new UnaryOp.Relu(),
                new UnaryOp.Elu(),
                new UnaryOp.Step(),
                new UnaryOp.Sgn(),
                new UnaryOp.Softplus(),
                new UnaryOp.Expm1(),
                new UnaryOp.Hardsigmoid(),
                new UnaryOp.Floor(),
                new UnaryOp.Ceil(),
                new UnaryOp.Trunc(),
                new UnaryOp.Round(),
                new UnaryOp.Clamp(-1, 1),
                new UnaryOp.Reciprocal());
        withLimits.forEach(op -> cases.add(special(op, infinity, -infinity, 1, 2)));
        cases.add(special(new UnaryOp.Log(), 0, 1, infinity));
        cases.add(special(new UnaryOp.Sqrt(), 0, 1, infinity, -1));
        cases.add(special(new UnaryOp.Round(), 0.5f, -0.5f, 1.5f, 2.5f, -2.5f, 0.49999997f, 8388609));
        cases.add(special(new UnaryOp.Exp(), -200, 200, 88, -87));
        cases.add(special(new UnaryOp.Silu(), -100, 100, -80, 0));
        cases.add(special(new UnaryOp.Gelu(), -100, 100, -20, 20));
        cases.add(special(new UnaryOp.Softplus(), -100, 100, 19.9f, 20.1f));
    }

    private static OpCase special(UnaryOp op, float... values) {
        return new OpCase(
                FAMILY,
                op + " of " + java.util.Arrays.toString(values),
                trial -> trial.gives(
                        trial.graph().apply(op, trial.values(DType.F32, Shape.of(35, 2), values)), FUNCTION));
    }
}
