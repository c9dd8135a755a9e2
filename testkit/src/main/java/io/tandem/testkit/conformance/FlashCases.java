package io.tandem.testkit.conformance;

import io.tandem.graph.Tensor;
import io.tandem.op.AttentionOp.FlashAttnExt;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Attention in one operation. */
final class FlashCases {
    private static final String FAMILY = "flash attention";

    private static final FlashAttnExt PLAIN = new FlashAttnExt(0.2f, 0, 0, false);

    private FlashCases() {}

    static List<OpCase> all() {
        List<OpCase> cases = new ArrayList<>();
        for (DType type : DType.values()) {
            if (type.isFloat() || type.isQuantized()) {
                addTypes(cases, type);
            }
        }
        addHeads(cases);
        addMasks(cases);
        addForms(cases);
        addSpecials(cases);
        return cases;
    }

    /** As test-backend-ops for block types and halves, whose other operand backends may round. */
    private static double bound(DType... types) {
        return Arrays.stream(types).allMatch(type -> type == DType.F32) ? 1e-9 : 5e-4;
    }

    private static void addTypes(List<OpCase> cases, DType type) {
        long length = Math.max(64, type.blockLength());
        for (DType values : type == DType.F32 ? List.of(type) : List.of(type, DType.F32)) {
            cases.add(new OpCase(FAMILY, "keys " + type + ", values " + values, trial -> {
                Tensor q = trial.operand(DType.F32, Shape.of(length, 3, 4));
                Tensor k = trial.operand(type, Shape.of(length, 37, 2));
                Tensor v = trial.operand(values, Shape.of(length, 37, 2));
                Tensor mask = trial.operand(DType.F16, Shape.of(37, 3));
                return trial.gives(trial.graph().flashAttnExt(q, k, v, mask, 0.2f), bound(type, values));
            }));
        }
    }

    private static OpCase plain(FlashAttnExt op, Shape q, Shape k, Shape v) {
        return new OpCase(
                FAMILY,
                op + " " + q + ", " + k + ", " + v,
                trial -> trial.gives(
                        trial.graph()
                                .apply(
                                        op,
                                        trial.operand(DType.F32, q),
                                        trial.operand(DType.F32, k),
                                        trial.operand(DType.F32, v)),
                        bound(DType.F32)));
    }

    private static void addHeads(List<OpCase> cases) {
        cases.add(plain(PLAIN, Shape.of(32, 5, 4), Shape.of(32, 24, 4), Shape.of(32, 24, 4)));
        cases.add(plain(PLAIN, Shape.of(32, 1, 6, 2), Shape.of(32, 50, 2, 2), Shape.of(16, 50, 2, 2)));
        cases.add(plain(PLAIN, Shape.of(33, 7, 3, 4), Shape.of(33, 9, 1, 2), Shape.of(17, 9, 1, 2)));
        cases.add(plain(PLAIN, Shape.of(16, 2, 40), Shape.of(16, 5, 2), Shape.of(16, 5, 2)));
        cases.add(plain(PLAIN, Shape.of(64, 35, 2), Shape.of(64, 257, 1), Shape.of(64, 257, 1)));
        cases.add(plain(PLAIN, Shape.of(128, 130, 1), Shape.of(128, 3), Shape.of(1, 3)));
        cases.add(plain(PLAIN, Shape.of(1), Shape.of(1), Shape.of(1)));
        cases.add(plain(PLAIN, Shape.of(8, 2, 2), Shape.of(8, 0, 2), Shape.of(8, 0, 2)));
        cases.add(plain(PLAIN, Shape.of(64, 9, 2), Shape.of(64, 0, 2), Shape.of(64, 0, 2)));
        cases.add(plain(PLAIN, Shape.of(0, 2, 2), Shape.of(0, 3, 2), Shape.of(8, 3, 2)));
        cases.add(plain(PLAIN, Shape.of(8, 0, 2), Shape.of(8, 4, 2), Shape.of(8, 4, 2)));
        cases.add(plain(
                new FlashAttnExt(0.5f, 0, 3, false), Shape.of(40, 9, 4), Shape.of(40, 21, 2), Shape.of(40, 21, 2)));
    }

    private static void addMasks(List<OpCase> cases) {
        for (DType type : List.of(DType.F32, DType.F16)) {
            for (Shape mask : List.of(Shape.of(21, 9), Shape.of(21, 12, 3), Shape.of(21, 9, 1, 2))) {
                for (float maxBias : new float[] {0, 8}) {
                    cases.add(masked(new FlashAttnExt(0.3f, maxBias, 0, false), type, mask));
                    cases.add(masked(new FlashAttnExt(0.3f, maxBias, 5, true), type, mask));
                }
            }
        }
    }

    private static OpCase masked(FlashAttnExt op, DType type, Shape shape) {
        return new OpCase(FAMILY, op + " with mask " + type + " " + shape, trial -> {
            Tensor q = trial.operand(DType.F32, Shape.of(40, 9, 6, 2));
            Tensor k = trial.operand(DType.F32, Shape.of(40, 21, 2, 2));
            Tensor v = trial.operand(DType.F32, Shape.of(24, 21, 2, 2));
            Tensor mask = trial.operand(Form.CONTIGUOUS, type, shape, -4, 4);
            Tensor sinks = trial.operand(DType.F32, Shape.of(6));
            Tensor result = op.sinks()
                    ? trial.graph().apply(op, q, k, v, mask, sinks)
                    : trial.graph().apply(op, q, k, v, mask);
            return trial.gives(result, bound(DType.F32));
        });
    }

    private static void addForms(List<OpCase> cases) {
        for (Form form : Form.values()) {
            for (DType type : List.of(DType.F32, DType.F16, DType.Q8_0)) {
                if (!Form.of(type).contains(form)) {
                    continue;
                }
                cases.add(new OpCase(FAMILY, "all of it " + form + ", keys and values " + type, trial -> {
                    Tensor q = trial.operand(form, DType.F32, Shape.of(32, 5, 4, 2));
                    Tensor k = trial.operand(form, type, Shape.of(32, 19, 2, 2));
                    Tensor v = trial.operand(form, type, Shape.of(64, 19, 2, 2));
                    Tensor mask = trial.operand(form, DType.F16, Shape.of(19, 6));
                    return trial.gives(trial.graph().flashAttnExt(q, k, v, mask, 0.2f), bound(type));
                }));
            }
        }
    }

    private static void addSpecials(List<OpCase> cases) {
        float hidden = Float.NEGATIVE_INFINITY;
        for (DType type : List.of(DType.F32, DType.F16)) {
            cases.add(new OpCase(
                    FAMILY, "keys that nobody sees hold NaN, a query sees nothing, mask " + type, trial -> {
                        Tensor q = trial.operand(DType.F32, Shape.of(8, 3, 2));
                        Tensor k = trial.operand(DType.F32, Shape.of(8, 4, 2));
                        Tensor v = trial.values(DType.F32, Shape.of(2, 4, 2), 1, 2, Float.NaN, Float.NaN, 3, 4, 5, 6);
                        Tensor mask = trial.values(
                                type,
                                Shape.of(4, 3),
                                0,
                                hidden,
                                hidden,
                                hidden,
                                hidden,
                                hidden,
                                hidden,
                                hidden,
                                0,
                                hidden,
                                0,
                                0);
                        return trial.gives(trial.graph().flashAttnExt(q, k, v, mask, 0.5f), bound(DType.F32));
                    }));
        }
        cases.add(new OpCase(FAMILY, "a query sees nothing but its sink", trial -> {
            Tensor q = trial.operand(DType.F32, Shape.of(8, 2, 2));
            Tensor k = trial.operand(DType.F32, Shape.of(8, 3, 2));
            Tensor v = trial.operand(DType.F32, Shape.of(8, 3, 2));
            Tensor mask = trial.values(DType.F16, Shape.of(3, 2), 0, 0, hidden, hidden, hidden, hidden);
            Tensor sinks = trial.values(DType.F32, Shape.of(2), 0.5f, -1);
            FlashAttnExt op = new FlashAttnExt(1, 0, 0, true);
            return trial.gives(trial.graph().apply(op, q, k, v, mask, sinks), bound(DType.F32));
        }));
        cases.add(new OpCase(FAMILY, "large scores", trial -> {
            Tensor q = trial.operand(Form.CONTIGUOUS, DType.F32, Shape.of(16, 3, 2), -50, 50);
            Tensor k = trial.operand(Form.CONTIGUOUS, DType.F32, Shape.of(16, 12, 2), -50, 50);
            return trial.gives(
                    trial.graph().flashAttnExt(q, k, trial.operand(DType.F32, Shape.of(16, 12, 2)), 1), 1e-6);
        }));
        cases.add(new OpCase(FAMILY, "keys and values in one state", trial -> {
            Tensor cache = trial.state(DType.F16, Shape.of(32, 64, 4));
            Tensor k = trial.graph().slice(cache, new Shape(0, 0, 0, 0), Shape.of(32, 30, 2));
            Tensor v = trial.graph().slice(cache, new Shape(0, 10, 2, 0), Shape.of(32, 30, 2));
            Tensor q = trial.operand(Form.PERMUTED, DType.F32, Shape.of(32, 4, 6));
            return trial.gives(trial.graph().flashAttnExt(q, k, v, 0.2f), bound(DType.F16));
        }));
    }
}
