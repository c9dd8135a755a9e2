package io.tandem.inference.onnx.convert;

import io.tandem.graph.Tensor;
import io.tandem.inference.onnx.host.Dims;
import io.tandem.inference.onnx.host.Refusal;
import io.tandem.tensor.Shape;

/**
 * A product of matrices [.., rows, inner] · [.., inner, columns].
 *
 * @param left the dimensions before the left operand's matrices
 * @param right the dimensions before the right operand's matrices
 * @param batch what both broadcast to
 */
record MatrixProduct(Dims left, Dims right, Dims batch, long rows, long inner, long columns) {
    static MatrixProduct of(Dims a, Dims b) {
        long rows = a.extent(a.rank() - 2);
        long inner = a.extent(a.rank() - 1);
        if (inner != b.extent(b.rank() - 2)) {
            throw Refusal.invalid("a product of shapes " + a + " and " + b);
        }
        Dims left = a.range(0, a.rank() - 2);
        Dims right = b.range(0, b.rank() - 2);
        return new MatrixProduct(left, right, left.broadcast(right), rows, inner, b.extent(b.rank() - 1));
    }

    /** The product, of shape [columns, rows, batch]. */
    Tensor emit(Emitter emitter, Value a, Value b) {
        if (right.elements() == 1) {
            return byOneMatrix(emitter, emitter.floats(a), columns(emitter, b));
        }
        if (left.elements() == 1) {
            return ofOneMatrix(emitter, emitter.floats(a), columns(emitter, b));
        }
        return batched(emitter, emitter.floats(a), columns(emitter, b));
    }

    /** All matrices of the left operand are one tall matrix, if they lie so. */
    private Tensor byOneMatrix(Emitter emitter, Tensor a, Tensor b) {
        Shape matrix = Shape.of(inner, columns);
        boolean view = !a.layout().isContiguous() && a.layout().hasContiguousRows();
        Tensor tall = view ? a : emitter.reshape(a, Shape.of(inner, rows * left.elements()));
        Tensor product = emitter.graph().mulMat(emitter.reshape(b, matrix), tall);
        return emitter.reshape(product, full());
    }

    /** Computed with both operands exchanged, which exchanges rows and columns of the result. */
    private Tensor ofOneMatrix(Emitter emitter, Tensor a, Tensor b) {
        Tensor matrix = emitter.reshape(rows(emitter, a), Shape.of(inner, rows));
        return emitter.graph().transpose(emitter.graph().mulMat(matrix, b));
    }

    private Tensor batched(Emitter emitter, Tensor a, Tensor b) {
        Broadcasting.Pair merged = batch.rank() <= 2
                ? new Broadcasting.Pair(left, right)
                : Broadcasting.merge(left.padded(batch.rank()), right.padded(batch.rank()));
        Dims common = merged.left().broadcast(merged.right());
        Emitter.requireFour(common.append(Dims.of(rows, inner)));
        Tensor first = emitter.reshape(b, Layouts.shape(merged.right().append(Dims.of(columns, inner))));
        Tensor second =
                emitter.reshape(rows(emitter, a), Layouts.shape(merged.left().append(Dims.of(rows, inner))));
        Shape repeated = Layouts.shape(common.append(Dims.of(rows, inner)));
        return emitter.graph().mulMat(first, emitter.repeat(second, repeated));
    }

    private Shape full() {
        return Layouts.shape(batch.append(Dims.of(rows, columns)));
    }

    /** A tensor whose rows lie without gaps. */
    static Tensor rows(Emitter emitter, Tensor tensor) {
        return tensor.layout().hasContiguousRows() ? tensor : emitter.packed(tensor);
    }

    /** Matrices with rows and columns exchanged. */
    static Tensor columns(Emitter emitter, Value value) {
        return switch (value) {
            case Constant constant
            when constant.dims().rank() >= 2 -> emitter.graph().weight(constant.transposedWeight());
            case Constant vector -> emitter.graph().weight(vector.floatWeight()); // a column becomes a row
            case Computed computed -> columns(emitter, emitter.floats(computed), computed.dims());
        };
    }

    private static Tensor columns(Emitter emitter, Tensor tensor, Dims dims) {
        return dims.rank() < 2 ? tensor : rows(emitter, emitter.transposed(tensor));
    }
}
