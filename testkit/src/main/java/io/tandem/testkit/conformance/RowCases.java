package io.tandem.testkit.conformance;

import io.tandem.backend.BackendException.Kind;
import io.tandem.graph.Tensor;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.util.ArrayList;
import java.util.List;

/** Rows by index, hostile indices included. */
final class RowCases {
    private static final String FAMILY = "rows";
    private static final List<DType> INDICES = List.of(DType.I32, DType.I64);

    private RowCases() {}

    static List<OpCase> all() {
        List<OpCase> cases = new ArrayList<>();
        for (DType type : DType.values()) {
            for (DType index : INDICES) {
                addGetRows(cases, type, index);
                addSetRows(cases, type, index);
            }
        }
        INDICES.forEach(index -> addHostile(cases, index));
        cases.add(new OpCase(FAMILY, "GetRows of no indices", trial -> {
            Tensor indices = trial.indices(DType.I32, Shape.of(0));
            return trial.gives(trial.graph().getRows(trial.operand(DType.F32, Shape.of(8, 4)), indices), 0);
        }));
        cases.add(new OpCase(FAMILY, "SetRows of no rows", trial -> {
            Tensor indices = trial.indices(DType.I32, Shape.of(0));
            Tensor rows = trial.operand(DType.F32, Shape.of(8, 0));
            return trial.gives(trial.graph().setRows(trial.state(DType.F32, Shape.of(8, 4)), rows, indices), 0);
        }));
        return cases;
    }

    private static void addGetRows(List<OpCase> cases, DType type, DType index) {
        double bound = type.isQuantized() ? 1e-12 : 0;
        long length = 3L * type.blockLength();
        for (Form form : Form.of(type)) {
            cases.add(new OpCase(FAMILY, "GetRows " + type + " " + form + " by " + index, trial -> {
                Tensor rows = trial.operand(form, type, Shape.of(length, 11));
                return trial.gives(trial.graph().getRows(rows, trial.indices(index, Shape.of(5), 11)), bound);
            }));
        }
        cases.add(new OpCase(FAMILY, "GetRows " + type + " in batches by " + index, trial -> {
            Tensor rows = trial.operand(type, Shape.of(length, 7, 3, 2));
            return trial.gives(trial.graph().getRows(rows, trial.indices(index, Shape.of(4, 3, 2), 7)), bound);
        }));
        cases.add(new OpCase(FAMILY, "GetRows weight " + type + " by " + index + " of a view", trial -> {
            Tensor rows = trial.weight(type, Shape.of(length, 300));
            Tensor indices =
                    trial.graph().slice(trial.indices(index, Shape.of(9), 300), Shape.of(3, 0, 0, 0), Shape.of(5));
            return trial.gives(trial.graph().getRows(rows, indices), bound);
        }));
    }

    private static void addSetRows(List<OpCase> cases, DType type, DType index) {
        double bound = type == DType.F32 ? 0 : 1e-12;
        long length = 3L * type.blockLength();
        for (Form form : Form.values()) {
            cases.add(new OpCase(FAMILY, "SetRows " + type + " from " + form + " by " + index, trial -> {
                Tensor rows = trial.operand(form, DType.F32, Shape.of(length, 3), -90, 90);
                Tensor indices = trial.indices(index, Shape.of(3), 5, 0, 10);
                return trial.gives(
                        trial.graph().setRows(trial.state(type, Shape.of(length, 11)), rows, indices), bound);
            }));
        }
        cases.add(new OpCase(FAMILY, "SetRows into a view of " + type + " by " + index, trial -> {
            Tensor state = trial.state(type, Shape.of(2 * length, 9, 2));
            Tensor view = trial.graph().slice(state, Shape.of(length, 2, 0, 0), Shape.of(length, 6, 2));
            Tensor rows = trial.operand(Form.CONTIGUOUS, DType.F32, Shape.of(length, 2, 2), -90, 90);
            Tensor indices = trial.indices(index, Shape.of(2, 2), 5, 0, 1, 3);
            return trial.gives(trial.graph().setRows(view, rows, indices), bound);
        }));
        cases.add(new OpCase(FAMILY, "SetRows " + type + ", repeated indices " + index, trial -> {
            Tensor state = trial.state(type, Shape.of(length, 8, 4, 3));
            Tensor rows = trial.operand(Form.CONTIGUOUS, DType.F32, Shape.of(length, 3, 4, 3), -90, 90);
            Tensor indices = trial.indices(index, Shape.of(3, 2, 1), 7, 0, 2, 1, 3, 5);
            return trial.gives(trial.graph().setRows(state, rows, indices), bound);
        }));
    }

    private static void addHostile(List<OpCase> cases, DType index) {
        List<Long> hostile = new ArrayList<>(List.of(-1L, 11L, (long) Integer.MIN_VALUE, (long) Integer.MAX_VALUE));
        if (index == DType.I64) {
            hostile.addAll(List.of(Long.MIN_VALUE, Long.MAX_VALUE, 1L << 32, (1L << 32) + 1, -(1L << 32)));
        }
        for (long bad : hostile) {
            cases.add(new OpCase(FAMILY, "GetRows by " + index + " " + bad, trial -> {
                Tensor rows = trial.operand(DType.F32, Shape.of(5, 11));
                Tensor indices = trial.indices(index, Shape.of(3), 1, bad, 2);
                return trial.fails(trial.graph().getRows(rows, indices), Kind.INVALID_INDEX);
            }));
            cases.add(new OpCase(FAMILY, "SetRows by " + index + " " + bad, trial -> {
                Tensor rows = trial.operand(DType.F32, Shape.of(5, 3));
                Tensor indices = trial.indices(index, Shape.of(3), 1, bad, 2);
                Tensor state = trial.state(DType.F32, Shape.of(5, 11));
                return trial.fails(trial.graph().setRows(state, rows, indices), Kind.INVALID_INDEX);
            }));
        }
    }
}
