package io.tandem.testkit.conformance;

import io.tandem.graph.Tensor;
import io.tandem.op.AttentionOp;
import io.tandem.op.AttentionOp.Rope;
import io.tandem.op.AttentionOp.RopeMode;
import io.tandem.op.AttentionOp.Sections;
import io.tandem.op.AttentionOp.Yarn;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.util.ArrayList;
import java.util.List;

/** The parts of attention layers. */
final class AttentionCases {
    private static final String FAMILY = "attention";
    private static final double SOFT_MAX = 1e-6;
    private static final double ROPE = 1e-7;

    private AttentionCases() {}

    static List<OpCase> all() {
        List<OpCase> cases = new ArrayList<>();
        addSoftMax(cases);
        addMaskedSoftMax(cases);
        addSinks(cases);
        addSoftMaxSpecials(cases);
        addDiagMask(cases);
        for (RopeMode mode : List.of(RopeMode.NORMAL, RopeMode.NEOX)) {
            addRope(cases, mode);
        }
        addSections(cases);
        return cases;
    }

    private static void addSoftMax(List<OpCase> cases) {
        for (Form form : Form.values()) {
            cases.add(softMax(form, Shape.of(33, 5, 4, 2)));
        }
        for (long length : new long[] {1, 2, 15, 64, 129, 1000, 4100}) {
            cases.add(softMax(Form.CONTIGUOUS, Shape.of(length, 3)));
        }
        cases.add(softMax(Form.CONTIGUOUS, Shape.of(7, 0)));
        cases.add(softMax(Form.CONTIGUOUS, Shape.of(0, 3)));
        cases.add(new OpCase(
                FAMILY,
                "SoftMax in place",
                trial -> trial.overwriting(0)
                        .gives(trial.graph().softMax(trial.operand(DType.F32, Shape.of(65, 5))), SOFT_MAX)));
    }

    private static OpCase softMax(Form form, Shape shape) {
        return new OpCase(
                FAMILY,
                "SoftMax " + form + " " + shape,
                trial -> trial.gives(trial.graph().softMax(trial.operand(form, DType.F32, shape, -8, 8)), SOFT_MAX));
    }

    private static void addMaskedSoftMax(List<OpCase> cases) {
        Shape shape = Shape.of(33, 5, 6, 2);
        for (DType type : List.of(DType.F32, DType.F16)) {
            for (Shape mask : List.of(Shape.of(33, 5), Shape.of(33, 8, 2), Shape.of(33, 5, 6, 2))) {
                for (float maxBias : new float[] {0, 8}) {
                    cases.add(new OpCase(
                            FAMILY,
                            "SoftMax with mask " + type + " " + mask + ", bias " + maxBias,
                            trial -> trial.gives(
                                    trial.graph()
                                            .softMax(
                                                    trial.operand(DType.F32, shape),
                                                    trial.operand(type, mask),
                                                    0.3f,
                                                    maxBias),
                                    SOFT_MAX)));
                }
            }
            cases.add(new OpCase(FAMILY, "SoftMax with a sliced mask " + type, trial -> {
                Tensor mask = trial.operand(Form.SLICED, type, Shape.of(33, 5));
                return trial.gives(trial.graph().softMax(trial.operand(DType.F32, shape), mask, 1, 0), SOFT_MAX);
            }));
        }
    }

    private static void addSinks(List<OpCase> cases) {
        Shape shape = Shape.of(33, 5, 6, 2);
        for (Form form : List.of(Form.CONTIGUOUS, Form.SLICED, Form.TRANSPOSED)) {
            cases.add(new OpCase(FAMILY, "SoftMax " + form + " with mask and sinks", trial -> {
                Tensor x = trial.operand(form, DType.F32, shape, -8, 8);
                Tensor mask = trial.operand(DType.F16, Shape.of(33, 5));
                Tensor sinks = trial.operand(Form.CONTIGUOUS, DType.F32, Shape.of(6), -3, 12);
                return trial.gives(trial.graph().softMax(x, mask, sinks, 0.7f, 8), SOFT_MAX);
            }));
        }
        cases.add(new OpCase(FAMILY, "SoftMax with sinks and no mask", trial -> {
            Tensor x = trial.operand(DType.F32, shape);
            Tensor sinks = trial.operand(DType.F32, Shape.of(6));
            return trial.gives(trial.graph().apply(new AttentionOp.SoftMax(1, 0, true), x, sinks), SOFT_MAX);
        }));
        cases.add(new OpCase(FAMILY, "SoftMax of minus infinity with a sink", trial -> {
            Tensor x = trial.values(DType.F32, Shape.of(9, 2), Float.NEGATIVE_INFINITY);
            Tensor sinks = trial.values(DType.F32, Shape.of(1), 0.5f);
            return trial.gives(trial.graph().apply(new AttentionOp.SoftMax(1, 0, true), x, sinks), SOFT_MAX);
        }));
    }

    private static void addSoftMaxSpecials(List<OpCase> cases) {
        float infinity = Float.NEGATIVE_INFINITY;
        cases.add(new OpCase(FAMILY, "SoftMax with a causal mask", trial -> {
            Tensor x = trial.operand(DType.F32, Shape.of(4, 4, 3));
            Tensor mask = trial.values(
                    DType.F32,
                    Shape.of(4, 4),
                    0,
                    infinity,
                    infinity,
                    infinity,
                    0,
                    0,
                    infinity,
                    infinity,
                    0,
                    0,
                    0,
                    infinity,
                    0,
                    0,
                    0,
                    0);
            return trial.gives(trial.graph().softMax(x, mask, 0.5f, 0), SOFT_MAX);
        }));
        cases.add(new OpCase(
                FAMILY,
                "SoftMax of nothing but minus infinity",
                trial -> trial.gives(
                        trial.graph().softMax(trial.values(DType.F32, Shape.of(40, 2), infinity)), SOFT_MAX)));
        cases.add(new OpCase(
                FAMILY,
                "SoftMax of large numbers",
                trial -> trial.gives(
                        trial.graph().softMax(trial.values(DType.F32, Shape.of(6, 2), 1e4f, 1e4f - 1, -1e30f)),
                        SOFT_MAX)));
    }

    private static void addDiagMask(List<OpCase> cases) {
        for (int past : new int[] {0, 4, 50}) {
            for (DType type : Shapes.FLOATS) {
                for (Form form : Form.of(type)) {
                    cases.add(diagMask(new AttentionOp.DiagMaskInf(past), type, form, Shapes.ODD));
                }
                cases.add(diagMask(new AttentionOp.DiagMaskZero(past), type, Form.CONTIGUOUS, Shapes.ODD));
                cases.add(diagMask(new AttentionOp.DiagMaskZero(past), type, Form.TRANSPOSED, Shapes.ODD));
            }
        }
        for (AttentionOp op : List.of(new AttentionOp.DiagMaskInf(1), new AttentionOp.DiagMaskZero(1))) {
            cases.add(diagMask(op, DType.F32, Form.CONTIGUOUS, Shape.of(0, 3)));
            cases.add(diagMask(op, DType.F32, Form.CONTIGUOUS, Shape.of(1)));
            cases.add(new OpCase(
                    FAMILY,
                    op + " in place",
                    trial -> trial.overwriting(0)
                            .gives(trial.graph().apply(op, trial.operand(DType.F32, Shape.of(9, 9, 2))), 0)));
        }
    }

    private static OpCase diagMask(AttentionOp op, DType type, Form form, Shape shape) {
        return new OpCase(
                FAMILY,
                op + " " + type + " " + form + " " + shape,
                trial -> trial.gives(trial.graph().apply(op, trial.operand(form, type, shape)), 0));
    }

    private static void addSections(List<OpCase> cases) {
        Sections qwen = new Sections(4, 3, 3, 0);
        Sections four = new Sections(3, 2, 4, 1);
        Yarn yarn = new Yarn(64, 1, 1.1f, 32, 1);
        Shape shape = Shape.of(20, 3, 7, 2);
        List<Rope> all = List.of(
                new Rope(20, RopeMode.MROPE, 10000, 1, Yarn.NONE, qwen),
                new Rope(20, RopeMode.MROPE, 10000, 1, Yarn.NONE, four),
                new Rope(12, RopeMode.MROPE, 500, 0.5f, yarn, four),
                new Rope(20, RopeMode.IMROPE, 10000, 1, Yarn.NONE, qwen),
                new Rope(20, RopeMode.IMROPE, 10000, 1, Yarn.NONE, four),
                new Rope(12, RopeMode.IMROPE, 10000, 0.25f, yarn, new Sections(2, 1, 3, 0)),
                new Rope(10, RopeMode.VISION, 10000, 1, Yarn.NONE, new Sections(5, 5, 5, 5)),
                new Rope(10, RopeMode.VISION, 10000, 1, Yarn.NONE, new Sections(2, 3, 1, 1)));
        for (Rope rope : all) {
            cases.add(rope(rope, DType.F32, Form.CONTIGUOUS, shape, false));
            cases.add(rope(rope, DType.F16, Form.PERMUTED, shape, true));
            cases.add(rope(rope, DType.F32, Form.SLICED, shape, true));
        }
    }

    private static void addRope(List<OpCase> cases, RopeMode mode) {
        Shape shape = Shape.of(20, 3, 7, 2);
        Rope plain = new Rope(20, mode, 10000, 1, Yarn.NONE);
        Rope partial = new Rope(12, mode, 10000, 1, Yarn.NONE);
        Rope scaled = new Rope(20, mode, 500, 0.25f, Yarn.NONE);
        Rope yarn = new Rope(20, mode, 10000, 0.5f, new Yarn(64, 1, 1.1f, 32, 1));
        for (DType type : List.of(DType.F32, DType.F16)) {
            for (Rope rope : List.of(plain, partial, scaled, yarn)) {
                cases.add(rope(rope, type, Form.CONTIGUOUS, shape, false));
                cases.add(rope(rope, type, Form.CONTIGUOUS, shape, true));
            }
            Form.of(type).forEach(form -> cases.add(rope(partial, type, form, shape, false)));
            cases.add(rope(new Rope(128, mode, 10000, 1, Yarn.NONE), type, Form.PERMUTED, Shape.of(128, 4, 9), false));
            cases.add(rope(plain, type, Form.CONTIGUOUS, Shape.of(20, 2, 0), false));
        }
        cases.add(new OpCase(FAMILY, plain + " in place", trial -> {
            Tensor x = trial.operand(DType.F32, shape);
            Tensor positions = trial.indices(DType.I32, Shape.of(7), 100);
            return trial.overwriting(0).gives(trial.graph().apply(plain, x, positions), ROPE);
        }));
    }

    private static OpCase rope(Rope rope, DType type, Form form, Shape shape, boolean factors) {
        return new OpCase(
                FAMILY, rope + " " + type + " " + form + " " + shape + (factors ? " with factors" : ""), trial -> {
                    Tensor x = trial.operand(form, type, shape);
                    long count = shape.d2() * (rope.mode().hasSections() ? 4 : 1);
                    Tensor positions = trial.indices(DType.I32, Shape.of(count), 100);
                    Tensor result = factors
                            ? trial.graph()
                                    .apply(
                                            rope,
                                            x,
                                            positions,
                                            trial.operand(Form.CONTIGUOUS, DType.F32, Shape.of(rope.pairs()), 0.7, 1.5))
                            : trial.graph().apply((AttentionOp) rope, x, positions);
                    return trial.gives(result, ROPE);
                });
    }
}
