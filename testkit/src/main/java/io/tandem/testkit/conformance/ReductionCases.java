package io.tandem.testkit.conformance;

import static io.tandem.testkit.conformance.Shapes.FLOATS;
import static io.tandem.testkit.conformance.Shapes.ODD;

import io.tandem.op.NormOp;
import io.tandem.op.Op;
import io.tandem.op.ReductionOp;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.util.ArrayList;
import java.util.List;

/** Reductions and normalisations of rows. */
final class ReductionCases {
    private static final double BOUND = 1e-9;
    private static final List<Op> REDUCTIONS = List.of(
            new ReductionOp.Sum(), new ReductionOp.SumRows(), new ReductionOp.Mean(), new ReductionOp.MaxRows());
    private static final List<Op> NORMS = List.of(
            new NormOp.Norm(1e-5f),
            new NormOp.Norm(0.1f),
            new NormOp.RmsNorm(1e-6f),
            new NormOp.RmsNorm(0.1f),
            new NormOp.L2Norm(1e-12f),
            new NormOp.L2Norm(20));
    private static final List<Shape> LENGTHS = List.of(
            Shape.of(1, 3),
            Shape.of(2),
            Shape.of(31, 2),
            Shape.of(64, 5, 2),
            Shape.of(129, 4),
            Shape.of(384, 7),
            Shape.of(1025, 2),
            Shape.of(5000),
            Shape.of(4, 0),
            Shape.of(16, 3, 0, 2));

    private ReductionCases() {}

    static List<OpCase> all() {
        List<OpCase> cases = new ArrayList<>();
        REDUCTIONS.forEach(op -> add(cases, "reduction", op));
        NORMS.forEach(op -> add(cases, "normalisation", op));
        NORMS.forEach(op -> cases.add(inPlace(op)));
        addEmptyRows(cases);
        addArgmax(cases);
        cases.add(largeMean());
        cases.add(new OpCase(
                "reduction",
                "MaxRows of infinities",
                trial -> trial.gives(
                        trial.graph()
                                .maxRows(trial.values(
                                        DType.F32,
                                        Shape.of(3, 2),
                                        Float.NEGATIVE_INFINITY,
                                        Float.NEGATIVE_INFINITY,
                                        Float.NEGATIVE_INFINITY,
                                        1,
                                        Float.POSITIVE_INFINITY,
                                        2)),
                        BOUND)));
        return cases;
    }

    private static void add(List<OpCase> cases, String family, Op op) {
        for (DType type : FLOATS) {
            for (Form form : Form.of(type)) {
                cases.add(single(family, op, type, form, ODD));
            }
        }
        LENGTHS.forEach(shape -> cases.add(single(family, op, DType.F32, Form.CONTIGUOUS, shape)));
        cases.add(single(family, op, DType.F16, Form.CONTIGUOUS, Shape.of(384, 3)));
    }

    private static OpCase single(String family, Op op, DType type, Form form, Shape shape) {
        return new OpCase(
                family,
                op + " " + type + " " + form + " " + shape,
                trial -> trial.gives(trial.graph().apply(op, trial.operand(form, type, shape, -1, 3)), BOUND));
    }

    private static OpCase inPlace(Op op) {
        return new OpCase(
                "normalisation",
                op + " in place",
                trial -> trial.overwriting(0)
                        .gives(trial.graph().apply(op, trial.operand(DType.F32, Shape.of(129, 4))), BOUND));
    }

    /** Variance by the mean of squares would lose everything here. */
    private static OpCase largeMean() {
        return new OpCase(
                "normalisation",
                "Norm of values around 1000",
                trial -> trial.gives(
                        trial.graph()
                                .norm(trial.operand(Form.CONTIGUOUS, DType.F32, Shape.of(256, 3), 999, 1001), 1e-5f),
                        1e-7));
    }

    private static void addEmptyRows(List<OpCase> cases) {
        for (Op op : List.of(
                new ReductionOp.Sum(), new ReductionOp.SumRows(), new ReductionOp.Mean(), new ReductionOp.MaxRows())) {
            cases.add(single("reduction", op, DType.F32, Form.CONTIGUOUS, Shape.of(0, 3)));
        }
        for (Op op : List.of(new NormOp.Norm(1e-5f), new NormOp.RmsNorm(1e-5f), new NormOp.L2Norm(1e-5f))) {
            cases.add(single("normalisation", op, DType.F32, Form.CONTIGUOUS, Shape.of(0, 3)));
        }
    }

    private static void addArgmax(List<OpCase> cases) {
        Op argmax = new ReductionOp.Argmax();
        for (DType type : FLOATS) {
            for (Form form : List.of(Form.CONTIGUOUS, Form.SLICED, Form.TRANSPOSED, Form.REPEATED)) {
                cases.add(single("reduction", argmax, type, form, Shape.of(33, 5)));
            }
        }
        for (Shape shape : List.of(Shape.of(1), Shape.of(1, 4), Shape.of(1030, 3), Shape.of(50, 9), Shape.of(5, 0))) {
            cases.add(single("reduction", argmax, DType.F32, Form.CONTIGUOUS, shape));
        }
        cases.add(new OpCase(
                "reduction",
                "Argmax takes the first of equals",
                trial -> trial.gives(
                        trial.graph()
                                .argmax(trial.values(DType.F32, Shape.of(600, 3), 1, 2, 5, 3, 5, 0, -5, 5, 4, 1, 2)),
                        0)));
    }
}
