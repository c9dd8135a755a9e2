package io.tandem.testkit.conformance;

import static io.tandem.testkit.conformance.Shapes.EDGES;
import static io.tandem.testkit.conformance.Shapes.ODD;

import io.tandem.graph.Tensor;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.util.ArrayList;
import java.util.List;

/** Operations that move elements: bits stay equal unless a type changes. */
final class LayoutCases {
    private static final String FAMILY = "layout";

    private LayoutCases() {}

    static List<OpCase> all() {
        List<OpCase> cases = new ArrayList<>();
        for (DType type : DType.values()) {
            addCont(cases, type);
            addConcat(cases, type);
            addCopyInto(cases, type);
            for (DType target : DType.values()) {
                addCpy(cases, type, target);
            }
            if (!type.isQuantized()) {
                addRepeat(cases, type);
            }
        }
        addSpecials(cases);
        return cases;
    }

    private static void addCont(List<OpCase> cases, DType type) {
        for (Form form : Form.of(type)) {
            cases.add(new OpCase(
                    FAMILY,
                    "Cont " + type + " " + form,
                    trial -> trial.gives(trial.graph().cont(trial.operand(form, type, Shapes.odd(type))), 0)));
        }
        if (type.blockLength() == 1) {
            EDGES.forEach(shape -> cases.add(new OpCase(
                    FAMILY,
                    "Cont " + type + " " + shape,
                    trial -> trial.gives(trial.graph().cont(trial.operand(Form.TRANSPOSED, type, shape)), 0))));
        }
    }

    private static void addCpy(List<OpCase> cases, DType type, DType target) {
        Shape shape = ODD;
        if (type.isQuantized() || target.isQuantized()) {
            shape = ODD.with(0, 3L * Math.max(type.blockLength(), target.blockLength()));
        }
        Shape whole = shape;
        double bound = target.isFloat() && !type.isQuantized() ? 1e-12 : 1e-7;
        for (Form form : formsOfCpy(type, target)) {
            cases.add(new OpCase(
                    FAMILY,
                    "Cpy " + type + " " + form + " to " + target,
                    trial -> trial.gives(
                            trial.graph().cpy(trial.operand(form, type, whole), target), type == target ? 0 : bound)));
        }
    }

    /** Block types meet F32 in all forms, other plain types and Q8_0 as they lie. */
    private static List<Form> formsOfCpy(DType type, DType target) {
        if (type == target) {
            return List.of(Form.CONTIGUOUS);
        }
        if (type.isQuantized() && target.isQuantized()) {
            return type == DType.Q8_0 || target == DType.Q8_0 ? List.of(Form.CONTIGUOUS) : List.of();
        }
        boolean plain = !type.isQuantized() && !target.isQuantized();
        return plain || type == DType.F32 || target == DType.F32 ? Form.of(type) : List.of(Form.CONTIGUOUS);
    }

    private static void addConcat(List<OpCase> cases, DType type) {
        for (int dimension = 0; dimension < Shape.DIMENSIONS; dimension++) {
            int at = dimension;
            Shape a = Shapes.odd(type);
            Shape b = a.with(at, at == 0 ? 2L * type.blockLength() : a.dim(at) + 2);
            for (Form form : List.of(Form.CONTIGUOUS, Form.SLICED)) {
                cases.add(new OpCase(
                        FAMILY,
                        "Concat " + type + " " + form + " in dimension " + at,
                        trial -> trial.gives(
                                trial.graph().concat(trial.operand(form, type, a), trial.operand(type, b), at), 0)));
            }
            cases.add(new OpCase(
                    FAMILY,
                    "Concat " + type + " with nothing in dimension " + at,
                    trial -> trial.gives(
                            trial.graph().concat(trial.operand(type, a.with(at, 0)), trial.operand(type, a), at), 0)));
        }
    }

    private static void addRepeat(List<OpCase> cases, DType type) {
        Shape small = Shape.of(3, 5, 1, 2);
        for (Shape shape : List.of(Shape.of(9, 5, 4, 2), Shape.of(3, 10, 1, 4), small)) {
            for (Form form : Form.of(type)) {
                cases.add(new OpCase(
                        FAMILY,
                        "Repeat " + type + " " + form + " to " + shape,
                        trial -> trial.gives(trial.graph().repeat(trial.operand(form, type, small), shape), 0)));
            }
        }
        cases.add(new OpCase(
                FAMILY,
                "Repeat " + type + " of one element",
                trial -> trial.gives(trial.graph().repeat(trial.operand(type, Shape.of(1)), ODD), 0)));
    }

    private static void addCopyInto(List<OpCase> cases, DType type) {
        Shape shape = Shapes.odd(type);
        cases.add(new OpCase(
                FAMILY,
                "CopyInto " + type + ", all of it",
                trial -> trial.gives(trial.graph().copyInto(trial.state(type, shape), trial.operand(type, shape)), 0)));
        for (Form form : List.of(Form.CONTIGUOUS, Form.SLICED, Form.PERMUTED)) {
            cases.add(new OpCase(FAMILY, "CopyInto " + type + ", a part, from " + form, trial -> {
                Tensor state = trial.state(type, shape);
                Shape part = new Shape(type.blockLength(), 3, 2, 1);
                Tensor target = trial.graph().slice(state, new Shape(type.blockLength(), 1, 1, 1), part);
                return trial.gives(trial.graph().copyInto(target, trial.operand(form, type, part)), 0);
            }));
        }
        cases.add(new OpCase(FAMILY, "CopyInto " + type + " from F32", trial -> {
            Tensor state = trial.state(type, shape);
            Tensor source = trial.operand(DType.F32, shape);
            return trial.gives(trial.graph().copyInto(state, source), type == DType.F32 ? 0 : 1e-12);
        }));
        cases.add(new OpCase(FAMILY, "CopyInto a permuted " + type, trial -> {
            Tensor state = trial.state(type, shape);
            Tensor target = trial.graph().permute(state, 0, 2, 1, 3);
            return trial.gives(trial.graph().copyInto(target, trial.operand(type, target.shape())), 0);
        }));
    }

    private static void addSpecials(List<OpCase> cases) {
        float infinity = Float.POSITIVE_INFINITY;
        for (DType type : DType.values()) {
            if (!type.isQuantized()) {
                cases.add(new OpCase(
                        FAMILY,
                        "Cpy F32 to " + type + ", infinities, NaN and overflows",
                        trial -> trial.gives(
                                trial.graph()
                                        .cpy(
                                                trial.values(
                                                        DType.F32,
                                                        Shape.of(18, 3),
                                                        infinity,
                                                        -infinity,
                                                        Float.NaN,
                                                        1e10f,
                                                        -1e10f,
                                                        0.9f,
                                                        -0.9f,
                                                        -1.5f,
                                                        300,
                                                        -300,
                                                        65520,
                                                        1e-7f,
                                                        0,
                                                        -0f,
                                                        1.0009766f),
                                                type),
                                1e-12)));
            }
        }
        cases.add(new OpCase(FAMILY, "Cpy I64 to I32 saturates", trial -> {
            Tensor x = trial.indices(DType.I64, Shape.of(5), Long.MAX_VALUE, Long.MIN_VALUE, 1L << 40, -1, 7);
            return trial.gives(trial.graph().cpy(x, DType.I32), 0);
        }));
        cases.add(new OpCase(FAMILY, "Cpy I32 to I64 keeps every bit", trial -> {
            Tensor x = trial.indices(DType.I32, Shape.of(4), Integer.MAX_VALUE, Integer.MIN_VALUE, 16777217, -1);
            return trial.gives(trial.graph().cpy(x, DType.I64), 0);
        }));
    }
}
