package io.tandem.testkit.conformance;

import static io.tandem.testkit.conformance.Shapes.EDGES;
import static io.tandem.testkit.conformance.Shapes.FLOATS;
import static io.tandem.testkit.conformance.Shapes.ODD;

import io.tandem.graph.Tensor;
import io.tandem.op.BinaryOp;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.util.ArrayList;
import java.util.List;

/** Element-wise operations on two operands. */
final class BinaryCases {
    private static final String FAMILY = "binary";
    private static final List<BinaryOp> OPERATIONS = List.of(
            new BinaryOp.Add(),
            new BinaryOp.Sub(),
            new BinaryOp.Mul(),
            new BinaryOp.Div(),
            new BinaryOp.Pow(),
            new BinaryOp.Min(),
            new BinaryOp.Max());

    private static final List<BinaryOp> COMPARISONS = List.of(
            new BinaryOp.Equal(),
            new BinaryOp.NotEqual(),
            new BinaryOp.Less(),
            new BinaryOp.LessEqual(),
            new BinaryOp.Greater(),
            new BinaryOp.GreaterEqual());

    private static final List<Shape> REPEATED = List.of(
            ODD,
            Shape.of(33),
            Shape.of(1),
            Shape.of(1, 5, 1, 2),
            Shape.of(33, 1, 3, 1),
            Shape.of(11, 5, 1, 1),
            Shape.of(3, 1, 1, 2));

    private BinaryCases() {}

    static List<OpCase> all() {
        List<OpCase> cases = new ArrayList<>();
        for (BinaryOp op : OPERATIONS) {
            for (DType a : FLOATS) {
                for (DType b : FLOATS) {
                    cases.add(repeated(op, a, b, Form.CONTIGUOUS, Form.CONTIGUOUS, ODD));
                    cases.add(repeated(op, a, b, Form.CONTIGUOUS, Form.CONTIGUOUS, Shape.of(33)));
                }
            }
            REPEATED.forEach(
                    shape -> cases.add(repeated(op, DType.F32, DType.F32, Form.CONTIGUOUS, Form.CONTIGUOUS, shape)));
            for (Form form : Form.values()) {
                cases.add(repeated(op, DType.F32, DType.F32, form, Form.CONTIGUOUS, ODD));
                cases.add(repeated(op, DType.F32, DType.F32, Form.CONTIGUOUS, form, ODD));
                cases.add(repeated(op, DType.F32, DType.F16, form, form, Shape.of(33, 5)));
            }
            EDGES.forEach(shape -> cases.add(edge(op, shape)));
            cases.add(inPlace(op, 0));
            cases.add(inPlace(op, 1));
            cases.add(withItself(op));
        }
        addSpecials(cases);
        COMPARISONS.forEach(op -> addComparison(cases, op));
        return cases;
    }

    private static void addComparison(List<OpCase> cases, BinaryOp op) {
        float infinity = Float.POSITIVE_INFINITY;
        float[] left = {1, 2, 2, -0f, Float.NaN, infinity, -infinity, 3, Float.NaN, -1, infinity};
        float[] right = {2, 1, 2, 0, 1, infinity, infinity, 3};
        for (DType type : FLOATS) {
            cases.add(compared(op, type, left, right, ODD));
        }
        for (Shape shape : List.of(Shape.of(1), Shape.of(33), Shape.of(11, 5), Shape.of(33, 1, 3))) {
            cases.add(compared(op, DType.F32, left, right, shape));
        }
        for (float single : new float[] {2, 0, Float.NaN, infinity}) {
            cases.add(compared(op, DType.F32, left, new float[] {single}, Shape.of(1)));
        }
        cases.add(repeated(op, DType.F16, DType.BF16, Form.TRANSPOSED, Form.SLICED, ODD));
        cases.add(repeated(op, DType.BF16, DType.F16, Form.CONTIGUOUS, Form.CONTIGUOUS, Shape.of(33)));
        cases.add(edge(op, Shape.of(0, 3)));
        cases.add(edge(op, Shape.of(1030, 2)));
        cases.add(inPlace(op, 0));
        cases.add(inPlace(op, 1));
    }

    private static OpCase compared(BinaryOp op, DType type, float[] left, float[] right, Shape shapeB) {
        return new OpCase(
                FAMILY,
                op + " " + type + " of chosen values, " + shapeB + " " + right[0],
                trial -> gives(trial, op, trial.values(type, ODD, left), trial.values(DType.F32, shapeB, right)));
    }

    private static OpCase repeated(BinaryOp op, DType a, DType b, Form formA, Form formB, Shape shapeB) {
        return new OpCase(
                FAMILY,
                op + " " + a + " " + formA + " " + ODD + ", " + b + " " + formB + " " + shapeB,
                trial -> gives(
                        trial, op, trial.operand(formA, a, ODD, 0.5, 3), trial.operand(formB, b, shapeB, 0.5, 3)));
    }

    private static OpCase edge(BinaryOp op, Shape shape) {
        return new OpCase(
                FAMILY,
                op + " " + shape,
                trial -> gives(
                        trial,
                        op,
                        trial.operand(Form.CONTIGUOUS, DType.F32, shape, 0.5, 3),
                        trial.operand(Form.CONTIGUOUS, DType.F32, shape, 0.5, 3)));
    }

    private static OpCase inPlace(BinaryOp op, int index) {
        return new OpCase(
                FAMILY,
                op + " over operand " + index,
                trial -> gives(
                        trial.overwriting(index),
                        op,
                        trial.operand(Form.CONTIGUOUS, DType.F32, ODD, 0.5, 3),
                        trial.operand(Form.CONTIGUOUS, DType.F32, ODD, 0.5, 3)));
    }

    private static OpCase withItself(BinaryOp op) {
        return new OpCase(FAMILY, op + " of an operand and itself, in place", trial -> {
            Tensor x = trial.operand(Form.CONTIGUOUS, DType.F32, ODD, 0.5, 3);
            return gives(trial.overwriting(0), op, x, x);
        });
    }

    private static void addSpecials(List<OpCase> cases) {
        float infinity = Float.POSITIVE_INFINITY;
        for (BinaryOp op : OPERATIONS) {
            if (op instanceof BinaryOp.Pow) {
                continue;
            }
            cases.add(new OpCase(
                    FAMILY,
                    op + " of infinities and NaN",
                    trial -> gives(
                            trial,
                            op,
                            trial.values(DType.F32, Shape.of(20, 2), infinity, -infinity, 1, Float.NaN, 2),
                            trial.values(DType.F32, Shape.of(20, 2), infinity, 1, 3, -infinity))));
        }
        cases.add(new OpCase(
                FAMILY,
                "division by zero",
                trial -> gives(
                        trial,
                        new BinaryOp.Div(),
                        trial.values(DType.F32, Shape.of(9), 1, -1, 0),
                        trial.values(DType.F32, Shape.of(1), 0))));
        cases.add(new OpCase(
                FAMILY,
                "powers of negative numbers and zero",
                trial -> gives(
                        trial,
                        new BinaryOp.Pow(),
                        trial.values(DType.F32, Shape.of(12), -2, -0.5f, 3, 0),
                        trial.values(DType.F32, Shape.of(12), 2, 3, 0))));
    }

    private static Trial gives(TrialBuilder trial, BinaryOp op, Tensor a, Tensor b) {
        return trial.gives(trial.graph().apply(op, a, b), op instanceof BinaryOp.Pow ? 1e-7 : 1e-12);
    }
}
