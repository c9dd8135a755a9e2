package io.tandem.testkit.conformance;

import io.tandem.backend.BackendException.Kind;
import io.tandem.graph.Tensor;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Products with chosen matrices, their biases, and outer products. */
final class ExpertCases {
    private static final String FAMILY = "experts";
    private static final Shape IDS = Shape.of(2, 5);

    private ExpertCases() {}

    static List<OpCase> all() {
        List<OpCase> cases = new ArrayList<>();
        List<DType> types = Arrays.stream(DType.values())
                .filter(type -> type.isFloat() || type.isQuantized())
                .toList();
        for (DType type : types) {
            addMulMatId(cases, type);
            addOutProd(cases, type);
        }
        addEdges(cases);
        for (DType type : Shapes.FLOATS) {
            addAddId(cases, type);
        }
        addHostile(cases);
        return cases;
    }

    private static double bound(DType type) {
        return type.isQuantized() ? 5e-4 : type == DType.BF16 ? 1e-5 : type == DType.F16 ? 1e-6 : 1e-9;
    }

    private static void addMulMatId(List<OpCase> cases, DType type) {
        long length = type.isQuantized() ? 2L * type.blockLength() : 67;
        for (Form form : Form.of(type)) {
            if (type == DType.F32 || form == Form.SLICED || form == Form.CONTIGUOUS) {
                cases.add(mulMatId(type, form, DType.F32, Shape.of(length, 9, 4), Shape.of(length, 2, 5), IDS));
            }
        }
        cases.add(mulMatId(
                type, Form.CONTIGUOUS, DType.F32, Shape.of(length, 33, 8), Shape.of(length, 1, 1), Shape.of(3)));
        cases.add(mulMatId(
                type, Form.CONTIGUOUS, DType.F32, Shape.of(length, 6, 3), Shape.of(length, 1, 40), Shape.of(2, 40)));
        cases.add(new OpCase(FAMILY, "MulMatId weight " + type, trial -> {
            Tensor a = trial.weight(type, Shape.of(length, 21, 5));
            Tensor b = trial.operand(DType.F32, Shape.of(length, 3, 4));
            return trial.gives(trial.graph().mulMatId(a, b, trial.indices(DType.I32, Shape.of(3, 4), 5)), bound(type));
        }));
    }

    private static OpCase mulMatId(DType type, Form form, DType other, Shape a, Shape b, Shape ids) {
        return new OpCase(
                FAMILY, "MulMatId " + type + " " + form + " " + a + ", " + other + " " + b + " by " + ids, trial -> {
                    Tensor matrices = trial.operand(form, type, a);
                    Tensor columns = trial.operand(other, b);
                    Tensor indices = trial.indices(DType.I32, ids, (int) a.d2());
                    double bound = Math.max(bound(type), bound(other));
                    return trial.gives(trial.graph().mulMatId(matrices, columns, indices), bound);
                });
    }

    private static void addEdges(List<OpCase> cases) {
        for (DType other : List.of(DType.F16, DType.BF16)) {
            cases.add(mulMatId(DType.F32, Form.CONTIGUOUS, other, Shape.of(40, 5, 3), Shape.of(40, 2, 5), IDS));
        }
        for (Form form : Form.values()) {
            cases.add(new OpCase(FAMILY, "MulMatId of columns " + form + " by a view of I64", trial -> {
                Tensor a = trial.operand(DType.F32, Shape.of(24, 7, 4));
                Tensor b = trial.operand(form, DType.F32, Shape.of(24, 2, 5));
                Tensor all = trial.indices(DType.I64, Shape.of(4, 5), 4);
                Tensor ids = trial.graph().slice(all, new Shape(1, 0, 0, 0), IDS);
                return trial.gives(trial.graph().mulMatId(a, b, ids), 1e-9);
            }));
        }
        cases.add(
                mulMatId(DType.F32, Form.CONTIGUOUS, DType.F32, Shape.of(0, 3, 2), Shape.of(0, 1, 4), Shape.of(2, 4)));
        cases.add(
                mulMatId(DType.F32, Form.CONTIGUOUS, DType.F32, Shape.of(8, 0, 2), Shape.of(8, 1, 4), Shape.of(2, 4)));
        cases.add(
                mulMatId(DType.F32, Form.CONTIGUOUS, DType.F32, Shape.of(8, 3, 2), Shape.of(8, 1, 0), Shape.of(2, 0)));
        cases.add(mulMatId(DType.F32, Form.CONTIGUOUS, DType.F32, Shape.of(1, 1, 1), Shape.of(1), Shape.of(1)));
        for (DType b : List.of(DType.F16, DType.BF16)) {
            cases.add(outProd(DType.F32, Form.CONTIGUOUS, b, Form.CONTIGUOUS, Shape.of(33, 6), Shape.of(9, 6)));
        }
        for (Form form : Form.values()) {
            cases.add(outProd(DType.F32, form, DType.F32, form, Shape.of(33, 6, 2, 2), Shape.of(9, 6, 2, 2)));
        }
        for (Shape a : List.of(Shape.of(5, 0), Shape.of(0, 4), Shape.of(1), Shape.of(70, 130))) {
            Shape b = Shape.of(3, a.d1());
            cases.add(outProd(DType.F32, Form.CONTIGUOUS, DType.F32, Form.CONTIGUOUS, a, b));
        }
    }

    private static void addOutProd(List<OpCase> cases, DType type) {
        long length = type.isQuantized() ? 2L * type.blockLength() : 33;
        Shape b = Shape.of(9, 7, 4, 2);
        cases.add(outProd(type, Form.CONTIGUOUS, DType.F32, Form.CONTIGUOUS, Shape.of(length, 7, 2), b));
        cases.add(outProd(type, Form.SLICED, DType.F32, Form.TRANSPOSED, Shape.of(length, 7, 1, 2), b));
    }

    private static OpCase outProd(DType type, Form formA, DType other, Form formB, Shape a, Shape b) {
        return new OpCase(
                FAMILY,
                "OutProd " + type + " " + formA + " " + a + ", " + other + " " + formB + " " + b,
                trial -> trial.gives(
                        trial.graph().outProd(trial.operand(formA, type, a), trial.operand(formB, other, b)),
                        Math.max(bound(type), bound(other))));
    }

    private static void addAddId(List<OpCase> cases, DType type) {
        for (Form form : Form.of(type)) {
            cases.add(new OpCase(FAMILY, "AddId " + type + " " + form, trial -> {
                Tensor a = trial.operand(form, type, Shape.of(33, 2, 5));
                Tensor rows = trial.operand(form, type, Shape.of(33, 7));
                return trial.gives(trial.graph().addId(a, rows, trial.indices(DType.I32, IDS, 7)), 1e-12);
            }));
        }
        cases.add(new OpCase(FAMILY, "AddId F32 and " + type + " by I64", trial -> {
            Tensor a = trial.operand(DType.F32, Shape.of(1030, 3));
            Tensor rows = trial.operand(type, Shape.of(1030, 4));
            return trial.gives(trial.graph().addId(a, rows, trial.indices(DType.I64, Shape.of(3), 4)), 1e-12);
        }));
        cases.add(new OpCase(FAMILY, "AddId in place " + type, trial -> {
            Tensor a = trial.operand(type, Shape.of(33, 2, 5));
            Tensor rows = trial.operand(type, Shape.of(33, 7));
            return trial.overwriting(0).gives(trial.graph().addId(a, rows, trial.indices(DType.I32, IDS, 7)), 1e-12);
        }));
    }

    private static void addHostile(List<OpCase> cases) {
        for (long bad :
                new long[] {-1, 4, Integer.MIN_VALUE, Integer.MAX_VALUE, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 32}) {
            DType type = bad == (int) bad ? DType.I32 : DType.I64;
            cases.add(new OpCase(FAMILY, "MulMatId by " + bad, trial -> {
                Tensor a = trial.operand(DType.F32, Shape.of(8, 3, 4));
                Tensor b = trial.operand(DType.F32, Shape.of(8, 1, 3));
                Tensor ids = trial.indices(type, Shape.of(1, 3), 1, bad, 2);
                return trial.fails(trial.graph().mulMatId(a, b, ids), Kind.INVALID_INDEX);
            }));
            cases.add(new OpCase(FAMILY, "AddId by " + bad, trial -> {
                Tensor a = trial.operand(DType.F32, Shape.of(8, 1, 3));
                Tensor rows = trial.operand(DType.F32, Shape.of(8, 4));
                Tensor ids = trial.indices(type, Shape.of(1, 3), 1, bad, 2);
                return trial.fails(trial.graph().addId(a, rows, ids), Kind.INVALID_INDEX);
            }));
        }
    }
}
