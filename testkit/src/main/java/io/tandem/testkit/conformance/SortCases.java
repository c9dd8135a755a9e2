package io.tandem.testkit.conformance;

import io.tandem.graph.Tensor;
import io.tandem.op.ReductionOp;
import io.tandem.op.ReductionOp.SortOrder;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.util.ArrayList;
import java.util.List;

/** Sums along rows, orders of rows, and counts. */
final class SortCases {
    private static final String FAMILY = "sorting";
    private static final double CUMSUM = 1e-9;

    private SortCases() {}

    static List<OpCase> all() {
        List<OpCase> cases = new ArrayList<>();
        List<ReductionOp> operations = List.of(
                new ReductionOp.Cumsum(),
                new ReductionOp.Argsort(SortOrder.ASCENDING),
                new ReductionOp.Argsort(SortOrder.DESCENDING),
                new ReductionOp.TopK(3),
                new ReductionOp.TopK(20));
        for (ReductionOp op : operations) {
            for (DType type : Shapes.FLOATS) {
                Form.of(type).forEach(form -> cases.add(single(op, type, form, Shapes.ODD)));
            }
        }
        for (Shape shape : List.of(
                Shape.of(1), Shape.of(2, 3), Shape.of(64, 2), Shape.of(1030, 3), Shape.of(5, 0), Shape.of(0, 4))) {
            operations.subList(0, 3).forEach(op -> cases.add(single(op, DType.F32, Form.CONTIGUOUS, shape)));
            int length = (int) shape.d0();
            for (int k : new int[] {0, Math.min(1, length), length / 20, length}) {
                cases.add(single(new ReductionOp.TopK(k), DType.F32, Form.CONTIGUOUS, shape));
            }
        }
        addSpecials(cases);
        addCountEqual(cases);
        return cases;
    }

    private static OpCase single(ReductionOp op, DType type, Form form, Shape shape) {
        return new OpCase(
                FAMILY,
                op + " " + type + " " + form + " " + shape,
                trial -> trial.gives(
                        trial.graph().apply(op, trial.operand(form, type, shape)),
                        op instanceof ReductionOp.Cumsum ? CUMSUM : 0));
    }

    private static void addSpecials(List<OpCase> cases) {
        cases.add(new OpCase(
                FAMILY,
                "Cumsum in place",
                trial -> trial.overwriting(0)
                        .gives(trial.graph().cumsum(trial.operand(DType.F32, Shape.of(129, 4))), CUMSUM)));
        float infinity = Float.POSITIVE_INFINITY;
        for (ReductionOp op : List.of(
                new ReductionOp.Argsort(SortOrder.ASCENDING),
                new ReductionOp.Argsort(SortOrder.DESCENDING),
                new ReductionOp.TopK(2),
                new ReductionOp.TopK(12))) {
            cases.add(new OpCase(FAMILY, op + " of equal elements, zeros, infinities and NaN", trial -> {
                Tensor x = trial.values(
                        DType.F32,
                        Shape.of(26, 3),
                        1,
                        0,
                        -0f,
                        1,
                        Float.NaN,
                        infinity,
                        -infinity,
                        1,
                        -0f,
                        0,
                        -1,
                        infinity,
                        Float.NaN,
                        2,
                        2,
                        -1,
                        5);
                return trial.gives(trial.graph().apply(op, x), 0);
            }));
        }
        cases.add(new OpCase(FAMILY, "Cumsum of an infinity", trial -> {
            Tensor x = trial.values(DType.F32, Shape.of(6, 2), 1, infinity, 2, -infinity, 3, 4);
            return trial.gives(trial.graph().cumsum(x), CUMSUM);
        }));
    }

    private static void addCountEqual(List<OpCase> cases) {
        for (Form form : Form.values()) {
            cases.add(countEqual(form, Form.CONTIGUOUS, Shapes.ODD));
            cases.add(countEqual(Form.CONTIGUOUS, form, Shapes.ODD));
        }
        for (Shape shape : List.of(Shape.of(1), Shape.of(20_000), Shape.of(7, 0), Shape.of(0))) {
            cases.add(countEqual(Form.CONTIGUOUS, Form.CONTIGUOUS, shape));
        }
    }

    private static OpCase countEqual(Form formA, Form formB, Shape shape) {
        return new OpCase(FAMILY, "CountEqual " + formA + " and " + formB + " " + shape, trial -> {
            Tensor a = trial.operand(formA, DType.I32, shape, -3, 3);
            Tensor b = trial.operand(formB, DType.I32, shape, -3, 3);
            return trial.gives(trial.graph().countEqual(a, b), 0);
        });
    }
}
