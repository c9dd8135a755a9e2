package io.tandem.backend.cpu.work;

import io.tandem.backend.cpu.kernel.Memory;
import io.tandem.op.MatrixOp;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import io.tandem.tensor.Strides;
import io.tandem.tensor.TensorLayout;

/** Products of matrices: brings the second operand to f32 rows and chooses the way. */
final class MatrixProducts {
    /** From here on a dot product is long enough to pay for adding up its vector of sums. */
    private static final int LEAST_DOT_DEPTH = 64;

    private MatrixProducts() {}

    static void addTo(KernelTable table) {
        table.put(MatrixOp.MulMat.class, (op, call) -> multiply(call, call.input(0), call.input(1), call.output()));
        table.put(MatrixOp.MulMatId.class, (op, call) -> mulMatId(op, call));
        table.put(
                MatrixOp.OutProd.class,
                (op, call) -> multiply(
                        call, transposed(decoded(call, call.input(0))), transposed(call.input(1)), call.output()));
    }

    private static void mulMatId(MatrixOp.MulMatId op, KernelCall call) {
        View c = call.output();
        if (c.isEmpty()) {
            return;
        }
        if (call.input(0).length() == 0) {
            clear(call, c);
        } else {
            ExpertProduct.add(call, plain(call, call.input(1)), op.name());
        }
    }

    private static View transposed(View view) {
        Shape shape = view.shape();
        Strides strides = view.strides();
        return view.as(
                new Shape(shape.d1(), shape.d0(), shape.d2(), shape.d3()),
                new Strides(strides.s1(), strides.s0(), strides.s2(), strides.s3()),
                0);
    }

    /** The view, or a copy as f32 if its elements lie in blocks. */
    private static View decoded(KernelCall call, View view) {
        return view.type().isQuantized() && !call.output().isEmpty() ? plain(call, view) : view;
    }

    private static void clear(KernelCall call, View c) {
        long bytes = (long) Float.BYTES * c.length();
        ChunkWork.Chunk zero = (row, from, count, slot) -> Memory.clear(c.row(row), bytes);
        call.add(new ChunkWork(zero, c.rows(), 1, 1, 0, call.threads()));
    }

    /** Adds the works of c = a · b, a of any type and strides, b of any float type and strides, c f32 in packed rows. */
    static void multiply(KernelCall call, View a, View b, View c) {
        if (c.isEmpty()) {
            return;
        }
        if (a.length() == 0) {
            clear(call, c);
            return;
        }
        Product product = merged(a, plain(call, b), c);
        int mostDotColumns = call.kernels().matrices().mostDotColumns();
        boolean fewColumns =
                product.columns() == 1 || (product.columns() <= mostDotColumns && product.depth() >= LEAST_DOT_DEPTH);
        if (fewColumns && a.panels() == null && a.layout().hasContiguousRows()) {
            call.add(new DotProduct(call, product));
        } else {
            call.add(new PanelProduct(call, product));
        }
    }

    /** The view if its rows are f32 without gaps, else a copy of that kind, which a work of its own makes. */
    static View plain(KernelCall call, View b) {
        return b.hasPlainRows() ? b : copied(call, b);
    }

    /** A copy as f32 without gaps, which a work of its own makes. */
    static View copied(KernelCall call, View b) {
        TensorLayout layout = TensorLayout.of(DType.F32, b.shape());
        View copy = new View(layout, call.scratch(layout.byteExtent()));
        Staging staging = new Staging(call.kernels().conversions());
        ChunkWork.Chunk chunk = (row, from, count, slot) ->
                staging.decode(b, b.row(row), from, count, copy.row(row) + (long) Float.BYTES * from);
        call.add(new ChunkWork(chunk, b.rows(), b.length(), ChunkWork.PLAIN, 0.5, call.threads()));
        return copy;
    }

    /** One matrix that meets all of b's is one product with all their columns, where b's rows are evenly spaced. */
    private static Product merged(View a, View b, View c) {
        Shape shape = b.shape();
        Strides strides = b.strides();
        boolean even = (shape.d2() == 1 || strides.s2() == strides.s1() * shape.d1())
                && (shape.d3() == 1 || strides.s3() == strides.s1() * shape.d1() * shape.d2());
        long columns = shape.rows();
        if (a.shape().d2() != 1 || a.shape().d3() != 1 || !even || columns > Integer.MAX_VALUE) {
            return new Product(a, b, c);
        }
        // A single row in dimension 1 leaves its stride to the next dimension.
        long step = shape.d1() > 1 ? strides.s1() : shape.d2() > 1 ? strides.s2() : strides.s3();
        return new Product(
                a,
                b.as(Shape.of(shape.d0(), columns), new Strides(strides.s0(), step, 0, 0), 0),
                c.as(
                        Shape.of(c.shape().d0(), columns),
                        new Strides(Float.BYTES, c.strides().s1(), 0, 0),
                        0));
    }
}
