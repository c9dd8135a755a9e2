package io.tandem.testkit.conformance;

import static io.tandem.testkit.conformance.Shapes.FLOATS;

import io.tandem.graph.Tensor;
import io.tandem.op.ConvolutionOp;
import io.tandem.op.ConvolutionOp.Axis;
import io.tandem.op.Op;
import io.tandem.op.PatternOp;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.util.ArrayList;
import java.util.List;

/** Convolutions, their columns, and embeddings of time steps. */
final class ConvolutionCases {
    private static final String FAMILY = "convolution";
    private static final List<Axis> AXES = List.of(
            Axis.PLAIN, new Axis(1, 1, 1), new Axis(2, 0, 1), new Axis(3, 2, 1), new Axis(1, 2, 2), new Axis(2, 3, 3));

    private ConvolutionCases() {}

    static List<OpCase> all() {
        List<OpCase> cases = new ArrayList<>();
        addIm2col(cases);
        addConv1d(cases);
        addConv2d(cases);
        addDepthwise(cases);
        addTransposed(cases);
        addSsm(cases);
        addTimesteps(cases);
        addSpecials(cases);
        return cases;
    }

    private static OpCase pair(Op op, DType a, DType b, Form formA, Form formB, Shape shapeA, Shape shapeB) {
        double bound = a == DType.BF16 || b == DType.BF16 ? 1e-5 : a == DType.F32 && b == DType.F32 ? 1e-9 : 1e-6;
        return new OpCase(
                FAMILY,
                op + " " + a + " " + formA + " " + shapeA + ", " + b + " " + formB + " " + shapeB,
                trial -> trial.gives(
                        trial.graph().apply(op, trial.operand(formA, a, shapeA), trial.operand(formB, b, shapeB)),
                        bound));
    }

    private static OpCase plain(Op op, Shape a, Shape b) {
        return pair(op, DType.F32, DType.F32, Form.CONTIGUOUS, Form.CONTIGUOUS, a, b);
    }

    private static void addForms(List<OpCase> cases, Op op, Shape a, Shape b) {
        for (DType type : FLOATS) {
            cases.add(pair(op, type, DType.F32, Form.CONTIGUOUS, Form.CONTIGUOUS, a, b));
            cases.add(pair(op, DType.F32, type, Form.SLICED, Form.TRANSPOSED, a, b));
        }
        for (Form form : Form.values()) {
            cases.add(pair(op, DType.F32, DType.F32, form, Form.CONTIGUOUS, a, b));
            cases.add(pair(op, DType.F32, DType.F32, Form.CONTIGUOUS, form, a, b));
        }
    }

    private static void addIm2col(List<OpCase> cases) {
        for (DType type : FLOATS) {
            for (DType target : FLOATS) {
                cases.add(im2col(new ConvolutionOp.Im2col(2, 3, 2, AXES.get(3), AXES.get(4), target), type));
            }
            cases.add(im2col(new ConvolutionOp.Im2col(1, 3, 1, AXES.get(5), Axis.PLAIN, DType.F32), type));
        }
        for (Axis axis : AXES) {
            cases.add(im2col(new ConvolutionOp.Im2col(2, 3, 3, axis, axis, DType.F32), DType.F32));
            cases.add(im2col(new ConvolutionOp.Im2col(1, 4, 1, axis, Axis.PLAIN, DType.F32), DType.F32));
        }
    }

    private static OpCase im2col(ConvolutionOp.Im2col op, DType type) {
        Shape shape = op.dimensions() == 2 ? Shape.of(11, 9, 3, 2) : Shape.of(21, 3, 2);
        return new OpCase(FAMILY, op + " " + type, trial -> {
            Form form = op.type() == type ? Form.CONTIGUOUS : Form.TRANSPOSED;
            return trial.gives(
                    trial.graph().apply(op, trial.operand(form, type, shape)), op.type() == type ? 0 : 1e-12);
        });
    }

    private static void addConv1d(List<OpCase> cases) {
        for (Axis axis : AXES) {
            cases.add(plain(new ConvolutionOp.Conv1d(axis), Shape.of(3, 4, 6), Shape.of(20, 4, 2)));
            cases.add(plain(new ConvolutionOp.Conv1d(axis), Shape.of(1, 5, 3), Shape.of(9, 5)));
        }
        addForms(cases, new ConvolutionOp.Conv1d(AXES.get(4)), Shape.of(3, 4, 6), Shape.of(20, 4, 2));
        for (DType type : FLOATS) {
            Op padded = new ConvolutionOp.Conv1d(new Axis(1, 2, 1));
            cases.add(pair(padded, DType.F32, type, Form.CONTIGUOUS, Form.CONTIGUOUS, Shape.of(4), Shape.of(0)));
        }
    }

    private static void addConv2d(List<OpCase> cases) {
        for (Axis axis0 : AXES) {
            for (Axis axis1 : AXES) {
                Op op = new ConvolutionOp.Conv2d(axis0, axis1);
                cases.add(plain(op, Shape.of(3, 2, 4, 5), Shape.of(11, 9, 4, 2)));
            }
            cases.add(plain(new ConvolutionOp.Conv2d(axis0, axis0), Shape.of(1, 1, 7, 5), Shape.of(8, 6, 7, 2)));
        }
        addForms(
                cases, new ConvolutionOp.Conv2d(AXES.get(1), AXES.get(1)), Shape.of(3, 3, 4, 6), Shape.of(10, 8, 4, 2));
        addForms(cases, new ConvolutionOp.Conv2d(Axis.PLAIN, Axis.PLAIN), Shape.of(1, 1, 4, 6), Shape.of(10, 8, 4, 2));
        Op plain = new ConvolutionOp.Conv2d(Axis.PLAIN, Axis.PLAIN);
        cases.add(plain(plain, Shape.of(1), Shape.of(1)));
        cases.add(plain(plain, Shape.of(7, 7, 3, 64), Shape.of(32, 30, 3)));
        cases.add(plain(plain, Shape.of(3, 3, 0, 5), Shape.of(8, 8, 0)));
        cases.add(plain(plain, Shape.of(3, 3, 2, 0), Shape.of(8, 8, 2)));
        cases.add(plain(plain, Shape.of(3, 3, 2, 2), Shape.of(8, 8, 2, 0)));
        cases.add(plain(new ConvolutionOp.Conv2d(AXES.get(1), AXES.get(1)), Shape.of(3, 3, 2, 2), Shape.of(1, 1, 2)));
    }

    private static void addDepthwise(List<OpCase> cases) {
        for (Axis axis : AXES) {
            Op op = new ConvolutionOp.Conv2dDw(axis, AXES.get(4));
            cases.add(plain(op, Shape.of(3, 2, 1, 4), Shape.of(11, 9, 4, 2)));
            cases.add(plain(new ConvolutionOp.Conv2dDw(AXES.get(3), axis), Shape.of(3, 2, 1, 4), Shape.of(11, 9, 4)));
        }
        addForms(
                cases,
                new ConvolutionOp.Conv2dDw(AXES.get(1), AXES.get(1)),
                Shape.of(3, 3, 1, 4),
                Shape.of(10, 8, 4, 2));
        cases.add(plain(new ConvolutionOp.Conv2dDw(AXES.get(3), AXES.get(3)), Shape.of(5, 5, 1, 2), Shape.of(1, 1, 2)));
    }

    private static void addTransposed(List<OpCase> cases) {
        for (int stride : new int[] {1, 2, 3, 5}) {
            cases.add(plain(new ConvolutionOp.ConvTranspose1d(stride), Shape.of(3, 4, 5), Shape.of(9, 5, 2)));
            cases.add(plain(new ConvolutionOp.ConvTranspose2d(stride), Shape.of(3, 2, 4, 5), Shape.of(6, 5, 5, 2)));
        }
        addForms(cases, new ConvolutionOp.ConvTranspose1d(2), Shape.of(3, 4, 5), Shape.of(9, 5, 2));
        addForms(cases, new ConvolutionOp.ConvTranspose2d(2), Shape.of(3, 3, 4, 5), Shape.of(6, 5, 5, 2));
        cases.add(plain(new ConvolutionOp.ConvTranspose2d(2), Shape.of(1, 1, 2, 0), Shape.of(3, 3, 0)));
    }

    private static void addSsm(List<OpCase> cases) {
        Op op = new ConvolutionOp.SsmConv();
        addForms(cases, op, Shape.of(10, 8, 3), Shape.of(4, 8));
        for (Shape shape : List.of(Shape.of(4, 70), Shape.of(40, 3, 2), Shape.of(5, 0), Shape.of(5, 3, 0))) {
            cases.add(plain(op, shape, Shape.of(4, shape.d1())));
        }
    }

    private static void addTimesteps(List<OpCase> cases) {
        for (DType type : FLOATS) {
            for (int dimension : new int[] {1, 2, 15, 32, 320}) {
                cases.add(new OpCase(FAMILY, "TimestepEmbedding " + dimension + " of " + type, trial -> {
                    Tensor steps = trial.operand(Form.CONTIGUOUS, type, Shape.of(5), 0, 1000);
                    return trial.gives(trial.graph().timestepEmbedding(steps, dimension, 10_000), 1e-9);
                }));
            }
        }
        cases.add(new OpCase(FAMILY, "TimestepEmbedding of every other step, of none", trial -> {
            Tensor steps = trial.operand(Form.TRANSPOSED, DType.F32, Shape.of(6));
            return trial.gives(trial.graph().apply(new PatternOp.TimestepEmbedding(8, 100), steps), 1e-9);
        }));
        cases.add(new OpCase(FAMILY, "TimestepEmbedding of nothing", trial -> {
            Tensor steps = trial.operand(DType.F32, Shape.of(0));
            return trial.gives(trial.graph().timestepEmbedding(steps, 8, 100), 1e-9);
        }));
    }

    private static void addSpecials(List<OpCase> cases) {
        cases.add(new OpCase(FAMILY, "padding is zero beside an infinity", trial -> {
            Tensor kernel = trial.values(DType.F32, Shape.of(3, 1, 1, 1), 1, 0.5f, 2);
            Tensor data = trial.values(DType.F32, Shape.of(5), Float.POSITIVE_INFINITY, 1, 2, Float.NaN, 3);
            return trial.gives(trial.graph().conv2d(kernel, data, AXES.get(1), Axis.PLAIN), 1e-9);
        }));
        cases.add(new OpCase(FAMILY, "Conv2d of a weight and a result", trial -> {
            Tensor kernel = trial.weight(DType.F16, Shape.of(3, 3, 3, 8));
            Tensor data = trial.graph().relu(trial.operand(DType.F32, Shape.of(14, 14, 3)));
            return trial.gives(trial.graph().conv2d(kernel, data, AXES.get(1), AXES.get(1)), 1e-6);
        }));
    }
}
