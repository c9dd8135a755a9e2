package io.tandem.testkit.conformance;

import static io.tandem.testkit.conformance.Shapes.EDGES;
import static io.tandem.testkit.conformance.Shapes.FLOATS;
import static io.tandem.testkit.conformance.Shapes.ODD;

import io.tandem.op.GluOp;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Gated linear units. */
final class GluCases {
    private static final String FAMILY = "gated linear unit";
    private static final double BOUND = 1e-7;
    private static final List<Function<Boolean, GluOp>> OPERATIONS = List.of(
            GluOp.Reglu::new,
            GluOp.Geglu::new,
            GluOp.GegluErf::new,
            GluOp.GegluQuick::new,
            GluOp.Swiglu::new,
            swapped -> new GluOp.SwigluOai(swapped, 1.702f, 3));

    private GluCases() {}

    static List<OpCase> all() {
        List<OpCase> cases = new ArrayList<>();
        for (Function<Boolean, GluOp> operation : OPERATIONS) {
            GluOp plain = operation.apply(false);
            for (DType type : FLOATS) {
                for (Form form : Form.of(type)) {
                    cases.add(halves(plain, type, form, Shape.of(66, 4, 2)));
                    cases.add(halves(operation.apply(true), type, form, Shape.of(66, 4, 2)));
                    cases.add(pair(plain, type, form, Form.CONTIGUOUS, ODD));
                    cases.add(pair(plain, type, Form.CONTIGUOUS, form, ODD));
                }
            }
            EDGES.forEach(shape -> cases.add(pair(plain, DType.F32, Form.CONTIGUOUS, Form.CONTIGUOUS, shape)));
            cases.add(inPlace(plain, 0));
            cases.add(inPlace(plain, 1));
        }
        return cases;
    }

    private static OpCase halves(GluOp op, DType type, Form form, Shape shape) {
        return new OpCase(
                FAMILY,
                op + " " + type + " " + form + " " + shape,
                trial -> trial.gives(trial.graph().apply(op, trial.operand(form, type, shape, -5, 5)), BOUND));
    }

    private static OpCase pair(GluOp op, DType type, Form formA, Form formB, Shape shape) {
        return new OpCase(
                FAMILY,
                op + " " + type + " " + formA + " and " + formB + " " + shape,
                trial -> trial.gives(
                        trial.graph()
                                .apply(
                                        op,
                                        trial.operand(formA, type, shape, -5, 5),
                                        trial.operand(formB, type, shape, -5, 5)),
                        BOUND));
    }

    private static OpCase inPlace(GluOp op, int index) {
        return new OpCase(
                FAMILY,
                op + " over operand " + index,
                trial -> trial.overwriting(index)
                        .gives(
                                trial.graph().apply(op, trial.operand(DType.F32, ODD), trial.operand(DType.F32, ODD)),
                                BOUND));
    }
}
