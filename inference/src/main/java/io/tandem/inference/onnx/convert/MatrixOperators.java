package io.tandem.inference.onnx.convert;

import io.tandem.graph.Tensor;
import io.tandem.inference.onnx.host.Dims;
import io.tandem.inference.onnx.host.Refusal;
import io.tandem.tensor.Shape;

/**
 * Products of matrices. MUL_MAT sums over the contiguous dimension of both operands: of a product A · B it takes A as it
 * is for its second operand and B with rows and columns exchanged for its first.
 */
final class MatrixOperators {
    private MatrixOperators() {}

    static void addTo(ConverterTable table) {
        table.one("MatMul", MatrixOperators::product);
        table.one("Gemm", MatrixOperators::gemm);
    }

    private static Value product(Call call) {
        return product(call.emitter(), call.value(0), call.value(1));
    }

    /** The product of two values as ONNX's MatMul defines it, with the type of the first. */
    static Value product(Emitter emitter, Value left, Value right) {
        Dims a = left.dims();
        Dims b = right.dims();
        if (a.rank() == 0 || b.rank() == 0) {
            throw Refusal.invalid("a product of shapes " + a + " and " + b);
        }
        // a vector is a row on the left and a column on the right, and leaves no trace in the result
        MatrixProduct product = MatrixProduct.of(a.padded(2), b.rank() == 1 ? b.append(Dims.of(1)) : b);
        Dims dims = product.batch();
        dims = a.rank() == 1 ? dims : dims.append(Dims.of(product.rows()));
        dims = b.rank() == 1 ? dims : dims.append(Dims.of(product.columns()));
        return new Computed(left.type(), dims, emitter.reshape(product.emit(emitter, left, right), dims));
    }

    private static Value gemm(Call call) {
        Emitter emitter = call.emitter();
        boolean turnA = call.attributes().flag("transA", false);
        boolean turnB = call.attributes().flag("transB", false);
        if (call.dims(0).rank() != 2 || call.dims(1).rank() != 2) {
            throw Refusal.invalid("a product of shapes " + call.dims(0) + " and " + call.dims(1));
        }
        Tensor a = call.floats(0);
        Tensor b = turnB ? MatrixProduct.rows(emitter, call.floats(1)) : MatrixProduct.columns(emitter, call.value(1));
        Tensor product = call.graph()
                .mulMat(b, MatrixProduct.rows(emitter, turnA ? call.graph().transpose(a) : a));
        float alpha = call.attributes().real("alpha", 1);
        Tensor scaled = alpha == 1 ? product : call.graph().scale(product, alpha);
        Shape shape = scaled.shape();
        Value result = call.ofFirstType(Dims.of(shape.d1(), shape.d0()), scaled);
        return call.has(2) ? Broadcasting.add(emitter, result, bias(call)) : result;
    }

    private static Value bias(Call call) {
        float beta = call.attributes().real("beta", 1);
        return beta == 1
                ? call.value(2)
                : new Computed(call.type(), call.dims(2), call.graph().scale(call.floats(2), beta));
    }
}
