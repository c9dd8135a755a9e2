package io.tandem.testkit.conformance;

import io.tandem.graph.Tensor;
import io.tandem.op.AttentionOp;
import io.tandem.op.AttentionOp.Rope;
import io.tandem.op.AttentionOp.RopeMode;
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
        addSoftMaxSpecials(cases);
        addDiagMask(cases);
        for (RopeMode mode : RopeMode.values()) {
            addRope(cases, mode);
        }
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
        for (DType type : Shapes.FLOATS) {
            for (Form form : Form.of(type)) {
                for (int past : new int[] {0, 4, 50}) {
                    cases.add(new OpCase(
                            FAMILY,
                            "DiagMaskInf past " + past + " " + type + " " + form,
                            trial -> trial.gives(
                                    trial.graph().diagMaskInf(trial.operand(form, type, Shapes.ODD), past), 0)));
                }
            }
        }
        cases.add(new OpCase(
                FAMILY,
                "DiagMaskInf in place",
                trial -> trial.overwriting(0)
                        .gives(trial.graph().diagMaskInf(trial.operand(DType.F32, Shape.of(9, 9, 2)), 1), 0)));
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
                    Tensor positions = trial.indices(DType.I32, Shape.of(shape.d2()), 100);
                    Tensor result = factors
                            ? trial.graph()
                                    .apply(
                                            rope,
                                            x,
                                            positions,
                                            trial.operand(
                                                    Form.CONTIGUOUS,
                                                    DType.F32,
                                                    Shape.of(rope.dimensions() / 2),
                                                    0.7,
                                                    1.5))
                            : trial.graph().apply((AttentionOp) rope, x, positions);
                    return trial.gives(result, ROPE);
                });
    }
}
