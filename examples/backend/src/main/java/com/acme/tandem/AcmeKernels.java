package com.acme.tandem;

import io.tandem.graph.Node;
import io.tandem.op.BinaryOp;
import io.tandem.op.MatrixOp;
import io.tandem.op.Op;
import io.tandem.op.UnaryOp;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.util.List;
import java.util.Map;

/** The kernel table: what is not in it is not supported, such as an operation that is newer than this backend. */
final class AcmeKernels {
    private static final Map<Class<? extends Op>, AcmeKernel> TABLE = Map.of(
            UnaryOp.Neg.class, unary(x -> -x),
            UnaryOp.Relu.class, unary(x -> x > 0 || Float.isNaN(x) ? x : 0),
            UnaryOp.Exp.class, unary(x -> (float) Math.exp(x)),
            BinaryOp.Add.class, binary(Float::sum),
            BinaryOp.Mul.class, binary((a, b) -> a * b),
            MatrixOp.MulMat.class, AcmeKernel.elementwise(AcmeKernels::product));

    private AcmeKernels() {}

    /** The kernel of a node, or null. */
    static AcmeKernel find(Node node) {
        boolean floats = node.output().type() == DType.F32
                && node.inputs().stream().allMatch(input -> input.type() == DType.F32);
        return floats ? TABLE.get(node.op().getClass()) : null;
    }

    private static AcmeKernel unary(Function function) {
        return AcmeKernel.elementwise(
                (inputs, i0, i1, i2, i3) -> function.of(inputs.getFirst().get(i0, i1, i2, i3)));
    }

    private static AcmeKernel binary(Function2 function) {
        return AcmeKernel.elementwise((inputs, i0, i1, i2, i3) -> {
            AcmeTensor b = inputs.get(1);
            Shape shape = b.layout().shape();
            float right = b.get(i0 % shape.d0(), i1 % shape.d1(), i2 % shape.d2(), i3 % shape.d3());
            return function.of(inputs.getFirst().get(i0, i1, i2, i3), right);
        });
    }

    private static float product(List<AcmeTensor> inputs, long i0, long i1, long i2, long i3) {
        AcmeTensor a = inputs.get(0);
        AcmeTensor b = inputs.get(1);
        Shape left = a.layout().shape();
        Shape right = b.layout().shape();
        long a2 = i2 / (right.d2() / left.d2());
        long a3 = i3 / (right.d3() / left.d3());
        double sum = 0;
        for (long k = 0; k < left.d0(); k++) {
            sum += (double) a.get(k, i0, a2, a3) * b.get(k, i1, i2, i3);
        }
        return (float) sum;
    }

    @FunctionalInterface
    private interface Function {
        float of(float x);
    }

    @FunctionalInterface
    private interface Function2 {
        float of(float a, float b);
    }
}
