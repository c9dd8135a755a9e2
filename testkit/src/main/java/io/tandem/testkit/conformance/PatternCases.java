package io.tandem.testkit.conformance;

import static io.tandem.testkit.conformance.Shapes.EDGES;
import static io.tandem.testkit.conformance.Shapes.FLOATS;
import static io.tandem.testkit.conformance.Shapes.ODD;

import io.tandem.graph.Tensor;
import io.tandem.op.LayoutOp;
import io.tandem.op.NormOp;
import io.tandem.op.Op;
import io.tandem.op.PatchOp;
import io.tandem.op.PatternOp;
import io.tandem.op.PatternOp.Triangle;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Operations that place elements by a pattern, choose between them, and change parts; groups. */
final class PatternCases {
    private static final String FAMILY = "pattern";
    private static final List<DType> PLAIN =
            Arrays.stream(DType.values()).filter(type -> !type.isQuantized()).toList();
    private static final Shape NONE = new Shape(0, 0, 0, 0);

    private PatternCases() {}

    static List<OpCase> all() {
        List<OpCase> cases = new ArrayList<>();
        PLAIN.forEach(type -> addMoves(cases, type));
        addMoveEdges(cases);
        PLAIN.forEach(type -> addSet(cases, type));
        FLOATS.forEach(type -> addAcc(cases, type));
        addWhere(cases);
        addFill(cases);
        addTri(cases);
        addGroupNorm(cases);
        return cases;
    }

    private static OpCase single(Op op, DType type, Form form, Shape shape) {
        return new OpCase(
                FAMILY,
                op + " " + type + " " + form + " " + shape,
                trial -> trial.gives(trial.graph().apply(op, trial.operand(form, type, shape)), 0));
    }

    private static void addMoves(List<OpCase> cases, DType type) {
        Shape shape = Shape.of(13, 4, 3, 2);
        for (Op op : List.of(
                new LayoutOp.Pad(new Shape(2, 1, 0, 1), new Shape(3, 0, 1, 0)),
                new LayoutOp.PadReflect1d(3, 5),
                new LayoutOp.Roll(5, -1, 1, 3))) {
            for (Form form : type == DType.F32 ? Form.of(type) : List.of(Form.CONTIGUOUS, Form.TRANSPOSED)) {
                cases.add(single(op, type, form, shape));
            }
        }
        cases.add(single(new LayoutOp.Diag(), type, Form.CONTIGUOUS, Shape.of(9, 1, 3, 2)));
        cases.add(single(new LayoutOp.Diag(), type, Form.SLICED, Shape.of(9, 1, 3, 2)));
    }

    private static void addMoveEdges(List<OpCase> cases) {
        for (Shape shape : EDGES) {
            cases.add(single(new LayoutOp.Pad(NONE, NONE), DType.F32, Form.CONTIGUOUS, shape));
            cases.add(single(new LayoutOp.Pad(Shape.of(1), new Shape(0, 1, 0, 2)), DType.F32, Form.CONTIGUOUS, shape));
            cases.add(single(new LayoutOp.Roll(-3, 2, -7, 1), DType.F32, Form.CONTIGUOUS, shape));
            cases.add(single(new LayoutOp.Roll(0, 0, 0, 0), DType.F32, Form.CONTIGUOUS, shape));
        }
        cases.add(
                single(new LayoutOp.Roll(Integer.MIN_VALUE, Integer.MAX_VALUE, 0, 0), DType.F32, Form.CONTIGUOUS, ODD));
        cases.add(single(new LayoutOp.PadReflect1d(0, 0), DType.F32, Form.CONTIGUOUS, Shape.of(1)));
        cases.add(single(new LayoutOp.PadReflect1d(1029, 1029), DType.F32, Form.CONTIGUOUS, Shape.of(1030, 2)));
        cases.add(single(new LayoutOp.Diag(), DType.F32, Form.CONTIGUOUS, Shape.of(1)));
        cases.add(single(new LayoutOp.Diag(), DType.F32, Form.CONTIGUOUS, Shape.of(0)));
    }

    /** A part of rows and columns in a tensor of a shape. */
    private static OpCase patch(boolean add, DType type, Form formA, Form formB, Shape part, boolean swapped) {
        return new OpCase(
                FAMILY,
                (add ? "Acc " : "Set ") + type + " " + formA + " " + formB + " " + part + (swapped ? " swapped" : ""),
                trial -> {
                    Shape shape = Shape.of(17, 7, 4, 2);
                    Tensor a = trial.operand(formA, type, shape);
                    Tensor b = trial.operand(formB, type, part);
                    PatchOp op = patch(add, type, shape, swapped);
                    return trial.gives(trial.graph().apply(op, a, b), add ? 1e-12 : 0);
                });
    }

    private static PatchOp patch(boolean add, DType type, Shape shape, boolean swapped) {
        long row = type.rowBytes(shape.d0());
        long matrix = row * shape.d1();
        long offset = row + 3L * type.blockBytes();
        long batch = matrix * shape.d2();
        return add
                ? new PatchOp.Acc(swapped ? matrix : row, swapped ? row : matrix, batch, offset)
                : new PatchOp.Set(swapped ? matrix : row, swapped ? row : matrix, batch, offset);
    }

    private static void addPatches(List<OpCase> cases, boolean add, DType type) {
        Shape part = Shape.of(9, 3, 2, 2);
        for (Form form : type == DType.F32 ? Form.of(type) : List.of(Form.CONTIGUOUS, Form.TRANSPOSED)) {
            cases.add(patch(add, type, form, Form.CONTIGUOUS, part, false));
            cases.add(patch(add, type, Form.CONTIGUOUS, form, part, true));
        }
        cases.add(new OpCase(FAMILY, (add ? "Acc" : "Set") + " in place " + type, trial -> {
            Shape shape = Shape.of(17, 7, 4, 2);
            Tensor a = trial.operand(type, shape);
            Tensor b = trial.operand(type, part);
            return trial.overwriting(0)
                    .gives(trial.graph().apply(patch(add, type, shape, false), a, b), add ? 1e-12 : 0);
        }));
    }

    private static void addSet(List<OpCase> cases, DType type) {
        addPatches(cases, false, type);
        if (type == DType.F32) {
            cases.add(patch(false, type, Form.CONTIGUOUS, Form.CONTIGUOUS, Shape.of(0, 3), false));
            cases.add(patch(false, type, Form.CONTIGUOUS, Form.CONTIGUOUS, Shape.of(1), false));
        }
    }

    private static void addAcc(List<OpCase> cases, DType type) {
        addPatches(cases, true, type);
        cases.add(patch(true, type, Form.CONTIGUOUS, Form.CONTIGUOUS, Shape.of(0, 3), false));
        cases.add(patch(true, type, Form.CONTIGUOUS, Form.CONTIGUOUS, Shape.of(1), false));
    }

    private static OpCase where(DType type, DType values, Form form, Shape c, Shape a, Shape b) {
        return new OpCase(
                FAMILY, "Where " + type + " " + form + " " + c + ", " + values + " " + a + ", " + b, trial -> {
                    Tensor condition =
                            form.view(trial.graph(), trial.values(type, form.whole(type, c), 1, 0, 0, 1, 1), c);
                    Tensor left = trial.operand(form, values, a);
                    Tensor right = trial.operand(values, b);
                    return trial.gives(trial.graph().where(condition, left, right), 0);
                });
    }

    private static void addWhere(List<OpCase> cases) {
        for (DType type : PLAIN) {
            cases.add(where(type, DType.F32, Form.CONTIGUOUS, ODD, ODD, ODD));
            cases.add(where(DType.BOOL, type, Form.SLICED, ODD, ODD, ODD));
            cases.add(where(type, type, Form.TRANSPOSED, Shape.of(33, 5), ODD, Shape.of(1)));
        }
        cases.add(where(DType.F32, DType.F32, Form.CONTIGUOUS, Shape.of(33), Shape.of(1, 5, 1, 2), Shape.of(11, 1, 3)));
        cases.add(where(DType.F32, DType.F32, Form.PERMUTED, ODD, Shape.of(1), Shape.of(1)));
        for (Shape shape : EDGES) {
            cases.add(where(DType.I32, DType.F32, Form.CONTIGUOUS, shape, shape, Shape.of(1)));
        }
        for (int i = 0; i < 3; i++) {
            int index = i;
            cases.add(new OpCase(FAMILY, "Where over operand " + i, trial -> {
                Tensor condition = trial.values(DType.F32, ODD, 1, 0, -0f, Float.NaN, Float.NEGATIVE_INFINITY);
                Tensor a = trial.operand(DType.F32, ODD);
                Tensor b = trial.values(DType.F32, ODD, Float.NaN, Float.POSITIVE_INFINITY, -0f);
                return trial.overwriting(index).gives(trial.graph().where(condition, a, b), 0);
            }));
        }
        cases.add(new OpCase(FAMILY, "Where by large numbers", trial -> {
            Tensor condition = trial.indices(DType.I64, Shape.of(4), 1L << 32, 0, Long.MIN_VALUE, 1L << 63);
            Tensor a = trial.operand(DType.I64, Shape.of(4));
            return trial.gives(trial.graph().where(condition, a, trial.operand(DType.I64, Shape.of(4))), 0);
        }));
    }

    private static void addFill(List<OpCase> cases) {
        for (DType type : FLOATS) {
            for (float value : new float[] {3.5f, 0, Float.NEGATIVE_INFINITY}) {
                cases.add(single(new PatternOp.Fill(value), type, Form.CONTIGUOUS, ODD));
            }
            cases.add(single(new PatternOp.Fill(0.1f), type, Form.TRANSPOSED, ODD));
        }
        EDGES.forEach(shape -> cases.add(single(new PatternOp.Fill(-2), DType.F32, Form.CONTIGUOUS, shape)));
        cases.add(new OpCase(
                FAMILY,
                "Fill in place",
                trial -> trial.overwriting(0).gives(trial.graph().fill(trial.operand(DType.F32, ODD), 7), 0)));
        for (PatternOp.Arange op : List.of(
                new PatternOp.Arange(0, 10, 1),
                new PatternOp.Arange(-1, 5, 0.5f),
                new PatternOp.Arange(5, -5, -3),
                new PatternOp.Arange(2, 2, 1),
                new PatternOp.Arange(0, -1, 1),
                new PatternOp.Arange(1, 20_000, 0.7f))) {
            cases.add(new OpCase(
                    FAMILY, op.toString(), trial -> trial.gives(trial.graph().apply(op), 1e-12)));
        }
        cases.add(new OpCase(FAMILY, "Arange and Add", trial -> {
            Tensor x = trial.operand(DType.F32, Shape.of(12, 3));
            return trial.gives(trial.graph().add(x, trial.graph().arange(0, 12, 1)), 1e-12);
        }));
    }

    private static void addTri(List<OpCase> cases) {
        for (Triangle triangle : Triangle.values()) {
            PatternOp op = new PatternOp.Tri(triangle);
            for (DType type : FLOATS) {
                cases.add(single(op, type, Form.CONTIGUOUS, Shape.of(9, 9, 2)));
                cases.add(single(op, type, Form.TRANSPOSED, ODD));
            }
            for (Shape shape : List.of(Shape.of(1), Shape.of(3, 9), Shape.of(9, 3), Shape.of(5, 0), Shape.of(0, 3))) {
                cases.add(single(op, DType.F32, Form.SLICED, shape));
            }
            cases.add(new OpCase(
                    FAMILY,
                    op + " in place",
                    trial -> trial.overwriting(0)
                            .gives(trial.graph().apply(op, trial.operand(DType.F32, Shape.of(17, 17, 3))), 0)));
        }
    }

    private static void addGroupNorm(List<OpCase> cases) {
        for (int groups : new int[] {1, 3, 4, 12, 20}) {
            for (DType type : FLOATS) {
                for (Form form : type == DType.F32 ? Form.of(type) : List.of(Form.CONTIGUOUS, Form.SLICED)) {
                    cases.add(groupNorm(groups, type, form, Shape.of(6, 5, 12, 2)));
                }
            }
            cases.add(groupNorm(groups, DType.F32, Form.CONTIGUOUS, Shape.of(33, 1, 7, 2)));
        }
        cases.add(groupNorm(2, DType.F32, Form.CONTIGUOUS, Shape.of(1, 1, 1, 1)));
        cases.add(groupNorm(2, DType.F32, Form.CONTIGUOUS, Shape.of(4, 3, 0, 2)));
        cases.add(groupNorm(2, DType.F32, Form.CONTIGUOUS, Shape.of(0, 3, 4)));
        cases.add(groupNorm(2, DType.F32, Form.CONTIGUOUS, Shape.of(40, 40, 8)));
        for (Shape shape : List.of(Shape.of(6, 5, 12, 2), Shape.of(6, 5, 7, 2))) {
            cases.add(new OpCase(
                    FAMILY,
                    "GroupNorm in place " + shape,
                    trial -> trial.overwriting(0)
                            .gives(trial.graph().groupNorm(trial.operand(DType.F32, shape), 3, 1e-5f), 1e-9)));
        }
    }

    private static OpCase groupNorm(int groups, DType type, Form form, Shape shape) {
        NormOp op = new NormOp.GroupNorm(groups, 1e-5f);
        return new OpCase(
                FAMILY,
                op + " " + type + " " + form + " " + shape,
                trial -> trial.gives(trial.graph().apply(op, trial.operand(form, type, shape, -1, 3)), 1e-9));
    }
}
