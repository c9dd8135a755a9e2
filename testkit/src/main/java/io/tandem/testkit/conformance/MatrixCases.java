package io.tandem.testkit.conformance;

import static io.tandem.testkit.conformance.Shapes.FLOATS;

import io.tandem.graph.Tensor;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Products of matrices. */
final class MatrixCases {
    private static final String FAMILY = "matrix";
    private static final List<Long> COLUMNS_OF_BLOCKS = List.of(1L, 2L, 3L, 4L, 5L, 8L, 16L, 17L);

    private MatrixCases() {}

    static List<OpCase> all() {
        List<OpCase> cases = new ArrayList<>();
        List<DType> types = Arrays.stream(DType.values())
                .filter(type -> type.isFloat() || type.isQuantized())
                .toList();
        for (DType type : types) {
            addColumns(cases, type);
            addTileEdges(cases, type);
            addForms(cases, type);
            addBatches(cases, type);
        }
        for (DType a : FLOATS) {
            for (DType b : FLOATS) {
                cases.add(product(a, b, false, Shape.of(64, 17), Shape.of(64, 5)));
            }
        }
        addEdges(cases);
        return cases;
    }

    /** The number of columns decides between matrix-vector kernels and matrix products. */
    private static void addColumns(List<OpCase> cases, DType type) {
        for (long columns = 1; columns <= 17; columns++) {
            // Which kernel it is does not depend on which block type the rows are decoded from.
            if (!type.isQuantized() || COLUMNS_OF_BLOCKS.contains(columns)) {
                cases.add(product(type, DType.F32, true, Shape.of(256, 35), Shape.of(256, columns)));
            }
        }
        long depth = Shapes.blocks(type, 64);
        for (long columns : type.isQuantized() ? new long[] {33, 130} : new long[] {32, 33, 64, 65, 130}) {
            cases.add(product(type, DType.F32, true, Shape.of(depth, 33), Shape.of(depth, columns)));
        }
    }

    private static void addTileEdges(List<OpCase> cases, DType type) {
        long depth = Shapes.blocks(type, 96);
        for (long rows : new long[] {1, 2, 3, 5, 6, 7, 15, 16, 17, 63, 64, 65, 127, 128, 129}) {
            boolean few = rows <= 5 || rows == 65;
            boolean many = rows == 1 || rows % 16 == 1;
            if (few || !type.isQuantized()) {
                cases.add(product(type, DType.F32, true, Shape.of(depth, rows), Shape.of(depth, 1)));
            }
            if (many || !type.isQuantized()) {
                cases.add(product(type, DType.F32, true, Shape.of(depth, rows), Shape.of(depth, 19)));
            }
        }
        long[] lengths = type.isQuantized()
                ? new long[] {1, 2, 3, 5, 33}
                : new long[] {1, 2, 3, 7, 8, 15, 33, 47, 100, 255, 1000, 2051};
        for (long count : lengths) {
            long length = count * type.blockLength();
            cases.add(product(type, DType.F32, true, Shape.of(length, 9), Shape.of(length, 1)));
            cases.add(product(type, DType.F32, true, Shape.of(length, 9), Shape.of(length, 6)));
        }
        cases.add(product(type, DType.F32, true, Shape.of(512, 200), Shape.of(512, 130)));
    }

    private static void addForms(List<OpCase> cases, DType type) {
        long depth = Shapes.blocks(type, 64);
        Shape a = Shape.of(depth, 6, 3);
        Shape b = Shape.of(depth, 5, 3);
        for (Form form : Form.of(type)) {
            cases.add(formed(type, form, Form.CONTIGUOUS, a, b));
        }
        for (Form form : Form.values()) {
            cases.add(formed(type, Form.CONTIGUOUS, form, a, b));
            cases.add(formed(type, Form.CONTIGUOUS, form, Shape.of(depth, 6), Shape.of(depth, 1)));
        }
    }

    private static void addBatches(List<OpCase> cases, DType type) {
        long depth = Shapes.blocks(type, 64);
        cases.add(product(type, DType.F32, false, Shape.of(depth, 8, 2), Shape.of(depth, 5, 4, 3)));
        cases.add(product(type, DType.F32, false, Shape.of(depth, 8, 2), Shape.of(depth, 1, 4, 3)));
        cases.add(product(type, DType.F32, false, Shape.of(depth, 8, 2, 3), Shape.of(depth, 5, 2, 3)));
        cases.add(product(type, DType.F32, false, Shape.of(depth, 3, 1, 2), Shape.of(depth, 2, 5, 2)));
        cases.add(product(type, DType.F32, true, Shape.of(depth, 8), Shape.of(depth, 5, 4, 3)));
    }

    private static void addEdges(List<OpCase> cases) {
        // Weights that are worth a layout of the device's own, with parts left over in both dimensions.
        cases.add(product(DType.F32, DType.F32, true, Shape.of(1100, 200), Shape.of(1100, 1)));
        cases.add(product(DType.F32, DType.F32, true, Shape.of(1100, 200), Shape.of(1100, 7)));
        for (boolean weight : new boolean[] {false, true}) {
            cases.add(product(DType.F32, DType.F32, weight, Shape.of(0, 3), Shape.of(0, 4)));
            cases.add(product(DType.F32, DType.F32, weight, Shape.of(8, 0), Shape.of(8, 4)));
        }
        cases.add(product(DType.F32, DType.F32, false, Shape.of(8, 3), Shape.of(8, 0)));
        cases.add(product(DType.F32, DType.F32, false, Shape.of(8, 3), Shape.of(8, 2, 0)));
        cases.add(product(DType.F32, DType.F32, false, Shape.of(1, 1), Shape.of(1, 1)));
        cases.add(new OpCase(FAMILY, "a product of a matrix and itself", trial -> {
            Tensor x = trial.operand(DType.F32, Shape.of(33, 7));
            return trial.gives(trial.graph().mulMat(x, x), 1e-9);
        }));
        cases.add(new OpCase(FAMILY, "infinities and NaN", trial -> {
            Tensor a = trial.values(DType.F32, Shape.of(4, 3), 1, 1, 1, 1, 2, 2, 2, Float.NaN);
            Tensor b = trial.values(DType.F32, Shape.of(4, 2), 1, 1, 1, 1, 1, Float.POSITIVE_INFINITY, 1, 1);
            return trial.gives(trial.graph().mulMat(a, b), 1e-9);
        }));
    }

    private static OpCase product(DType a, DType b, boolean weight, Shape shapeA, Shape shapeB) {
        return new OpCase(
                FAMILY, "MulMat " + (weight ? "weight " : "") + a + " " + shapeA + ", " + b + " " + shapeB, trial -> {
                    Tensor left = weight ? trial.weight(a, shapeA) : trial.operand(a, shapeA);
                    return trial.gives(trial.graph().mulMat(left, trial.operand(b, shapeB)), bound(a, b));
                });
    }

    private static OpCase formed(DType a, Form formA, Form formB, Shape shapeA, Shape shapeB) {
        return new OpCase(
                FAMILY,
                "MulMat " + a + " " + formA + " " + shapeA + ", F32 " + formB + " " + shapeB,
                trial -> trial.gives(
                        trial.graph().mulMat(trial.operand(formA, a, shapeA), trial.operand(formB, DType.F32, shapeB)),
                        bound(a, DType.F32)));
    }

    /** As test-backend-ops for block types; backends may round the other operand to the type of a half-size one. */
    private static double bound(DType a, DType b) {
        if (a.isQuantized()) {
            return 5e-4;
        }
        if (a == DType.BF16 || b == DType.BF16) {
            return 1e-5;
        }
        return a == DType.F32 && b == DType.F32 ? 1e-9 : 1e-6;
    }
}
