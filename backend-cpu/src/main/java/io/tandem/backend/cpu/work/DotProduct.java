package io.tandem.backend.cpu.work;

import io.tandem.backend.cpu.kernel.MatrixKernels;
import io.tandem.tensor.DType;

/**
 * A product with few columns: four rows of a at a time meet all columns where they lie. Rows that no kernel takes as they
 * are pass through the first-level cache as f32, a part at a time.
 */
final class DotProduct implements Work {
    /** Elements of a row in a part: four rows fit the first-level cache beside as many columns. */
    private static final int PART = 1024;

    private final Product product;
    private final MatrixKernels kernels;
    private final Staging staging;
    private final SlotMemory memory;
    private final DType type;
    private final boolean plain;
    private final boolean direct;
    private final int part;
    private final long groups;
    private final Split split;

    DotProduct(KernelCall call, Product product) {
        this.product = product;
        this.kernels = call.kernels().matrices();
        this.staging = new Staging(call.kernels().conversions());
        this.type = product.a().type();
        this.plain = product.a().hasPlainRows();
        this.direct = product.columns() == 1 && kernels.hasDotOne(type);
        boolean whole = plain && product.columns() <= MatrixKernels.DOT_COLUMNS;
        this.part = whole ? product.depth() : Math.min(product.depth(), PART);
        this.memory =
                call.scratchForEachThread(MatrixKernels.PAD_BYTES + (long) MatrixKernels.DOT_ROWS * part * Float.BYTES);
        this.groups = Math.ceilDiv(product.height(), MatrixKernels.DOT_ROWS);
        this.split = Split.of(groups * product.matrices(), nanosOfGroup(call), call.threads());
    }

    /** Reading a takes 16 GB/s, a multiply-add 1/20 ns. */
    private double nanosOfGroup(KernelCall call) {
        double bytes = type.rowBytes(product.depth()) * (double) MatrixKernels.DOT_ROWS;
        double operations = (double) product.depth() * MatrixKernels.DOT_ROWS * product.columns();
        return 20 + Math.max(bytes / 16, operations / (call.kernels().isVector() ? 20 : 1));
    }

    @Override
    public int pieces() {
        return split.pieces();
    }

    @Override
    public void run(int piece, int slot) {
        for (long unit = split.from(piece); unit < split.to(piece); unit++) {
            long matrix = unit / groups;
            int i = (int) (unit % groups) * MatrixKernels.DOT_ROWS;
            int rows = Math.min(MatrixKernels.DOT_ROWS, product.height() - i);
            long a = product.matrixOfA(matrix) + i * product.a().strides().s1();
            long c = product.matrixOfC(matrix) + (long) Float.BYTES * i;
            if (direct) {
                kernels.dotOne(
                        type,
                        a,
                        product.a().strides().s1(),
                        rows,
                        product.matrixOfB(matrix),
                        product.depth(),
                        c,
                        memory.of(slot));
            } else {
                dotAll(a, rows, product.matrixOfB(matrix), c, memory.of(slot));
            }
        }
    }

    private void dotAll(long a, int rows, long b, long c, long pad) {
        long staged = pad + MatrixKernels.PAD_BYTES;
        for (int k = 0; k < product.depth(); k += part) {
            int depth = Math.min(part, product.depth() - k);
            long from = a + (long) Float.BYTES * k;
            long stride = product.a().strides().s1();
            if (!plain) {
                from = staged;
                stride = (long) Float.BYTES * depth;
                for (int r = 0; r < rows; r++) {
                    long row = a + r * product.a().strides().s1();
                    staging.decode(product.a(), row, k, depth, staged + r * stride);
                }
            }
            dotColumns(from, stride, rows, b + (long) Float.BYTES * k, depth, c, k > 0, pad);
        }
    }

    private void dotColumns(long a, long aStride, int rows, long b, int depth, long c, boolean accumulate, long pad) {
        long bStride = product.b().strides().s1();
        long cStride = product.c().strides().s1();
        for (int j = 0; j < product.columns(); j += MatrixKernels.DOT_COLUMNS) {
            int columns = Math.min(MatrixKernels.DOT_COLUMNS, product.columns() - j);
            kernels.dot(
                    a,
                    aStride,
                    rows,
                    b + j * bStride,
                    bStride,
                    columns,
                    depth,
                    c + j * cStride,
                    cStride,
                    accumulate,
                    pad);
        }
    }
}
