package io.tandem.testkit.conformance;

import static io.tandem.testkit.conformance.Shapes.FLOATS;

import io.tandem.graph.Tensor;
import io.tandem.op.Op;
import io.tandem.op.SamplingOp;
import io.tandem.op.SamplingOp.Interpolation;
import io.tandem.op.SamplingOp.Pooling;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.util.ArrayList;
import java.util.List;

/** Coarser and finer signals and images. */
final class SamplingCases {
    private static final String FAMILY = "sampling";

    private SamplingCases() {}

    static List<OpCase> all() {
        List<OpCase> cases = new ArrayList<>();
        for (Pooling pooling : Pooling.values()) {
            addPools(cases, pooling);
        }
        for (Interpolation interpolation : Interpolation.values()) {
            addUpscales(cases, interpolation);
        }
        return cases;
    }

    private static OpCase single(Op op, DType type, Form form, Shape shape) {
        return new OpCase(
                FAMILY,
                op + " " + type + " " + form + " " + shape,
                trial -> trial.gives(trial.graph().apply(op, trial.operand(form, type, shape)), 1e-9));
    }

    private static OpCase single(Op op, Shape shape) {
        return single(op, DType.F32, Form.CONTIGUOUS, shape);
    }

    private static void addPools(List<OpCase> cases, Pooling pooling) {
        Op line = new SamplingOp.Pool1d(pooling, 3, 2, 1);
        Op plane = new SamplingOp.Pool2d(pooling, 3, 2, 2, 1, 1, 0);
        for (DType type : FLOATS) {
            for (Form form : type == DType.F32 ? Form.of(type) : List.of(Form.CONTIGUOUS, Form.TRANSPOSED)) {
                cases.add(single(line, type, form, Shape.of(20, 4, 2)));
                cases.add(single(plane, type, form, Shape.of(11, 9, 3, 2)));
            }
        }
        cases.add(single(new SamplingOp.Pool1d(pooling, 2, 2, 0), Shape.of(20, 4, 2)));
        cases.add(single(new SamplingOp.Pool1d(pooling, 4, 1, 3), Shape.of(1, 3)));
        cases.add(single(new SamplingOp.Pool1d(pooling, 5, 7, 0), Shape.of(33, 0)));
        cases.add(single(new SamplingOp.Pool2d(pooling, 7, 7, 7, 7, 0, 0), Shape.of(7, 7, 5, 2)));
        cases.add(single(new SamplingOp.Pool2d(pooling, 3, 3, 2, 2, 2, 2), Shape.of(14, 13, 3)));
        cases.add(single(new SamplingOp.Pool2d(pooling, 1, 1, 1, 1, 0, 0), Shape.of(5, 4)));
        cases.add(new OpCase(FAMILY, pooling + " of infinities and NaN", trial -> {
            float infinity = Float.POSITIVE_INFINITY;
            Tensor x = trial.values(DType.F32, Shape.of(9, 4), 1, -infinity, -infinity, Float.NaN, 2, infinity, -3);
            return trial.gives(trial.graph().pool2d(x, pooling, 2, 1, 1), 1e-9);
        }));
    }

    private static void addUpscales(List<OpCase> cases, Interpolation interpolation) {
        Shape from = Shape.of(5, 4, 3, 2);
        for (DType type : FLOATS) {
            for (Form form : type == DType.F32 ? Form.of(type) : List.of(Form.CONTIGUOUS, Form.TRANSPOSED)) {
                cases.add(single(upscale(interpolation, false, Shape.of(10, 8, 3, 2)), type, form, from));
            }
        }
        for (boolean aligned : new boolean[] {false, true}) {
            for (Shape to : List.of(
                    Shape.of(8, 9, 3, 2), Shape.of(5, 4, 6, 4), Shape.of(3, 2, 3, 1), Shape.of(1), Shape.of(17, 0))) {
                cases.add(single(upscale(interpolation, aligned, to), from));
            }
            cases.add(single(upscale(interpolation, aligned, Shape.of(7, 3)), Shape.of(1)));
            cases.add(single(upscale(interpolation, aligned, Shape.of(40, 70)), Shape.of(13, 11)));
        }
    }

    private static Op upscale(Interpolation interpolation, boolean aligned, Shape to) {
        return new SamplingOp.Upscale(to, interpolation, aligned);
    }
}
