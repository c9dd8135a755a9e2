package io.tandem.backend.cpu.work;

import static io.tandem.backend.cpu.kernel.Memory.ALL;

import io.tandem.backend.cpu.kernel.MatrixKernels;
import io.tandem.backend.cpu.kernel.Memory;
import io.tandem.tensor.DType;

/**
 * Products with matrices that are chosen by index, in two works: the columns are sorted by the matrix that they choose,
 * then four rows of a matrix at a time meet all columns that chose it, so that they are decoded once.
 */
final class ExpertProduct implements Work {
    private final View a;
    private final View b;
    private final View ids;
    private final View c;
    private final MatrixKernels kernels;
    private final Staging staging;
    private final DType type;
    private final boolean direct;
    private final long starts;
    private final long order;
    private final SlotMemory memory;
    private final long groups;
    private final Split split;

    private ExpertProduct(KernelCall call, View b) {
        this.a = call.input(0);
        this.b = b;
        this.ids = call.input(2);
        this.c = call.output();
        this.kernels = call.kernels().matrices();
        this.staging = new Staging(call.kernels().conversions());
        this.type = a.type();
        this.direct = a.layout().hasContiguousRows() && kernels.hasDotOne(type);
        this.starts = call.scratch(Integer.BYTES * (a.shape().d2() + 1));
        this.order = call.scratch(Integer.BYTES * c.rows());
        long rowBytes = a.hasPlainRows() ? 0 : (long) Float.BYTES * a.length();
        this.memory = call.scratchForEachThread(MatrixKernels.PAD_BYTES + MatrixKernels.DOT_ROWS * rowBytes);
        this.groups = Math.ceilDiv(c.length(), MatrixKernels.DOT_ROWS);
        double columns = (double) c.rows() / a.shape().d2();
        double nanos = 20 + a.length() * (2 + columns) / (call.kernels().isVector() ? 5 : 0.25);
        this.split = Split.of(groups * a.shape().d2(), nanos, call.threads());
    }

    /** Adds the works; b's rows are f32 without gaps. The result and the rows of a have elements. */
    static void add(KernelCall call, View b, String operation) {
        if (call.output().rows() > Integer.MAX_VALUE) {
            call.refuse("more than " + Integer.MAX_VALUE + " columns");
            return;
        }
        ExpertProduct product = new ExpertProduct(call, b);
        call.add(new Single(() -> product.sort(operation)));
        call.add(product);
    }

    /** Sorts the columns by matrix, in their order among equals: where those of a matrix start, and which they are. */
    private void sort(String operation) {
        long matrices = a.shape().d2();
        Memory.clear(starts, Integer.BYTES * (matrices + 1));
        for (int column = 0; column < c.rows(); column++) {
            long at = starts + Integer.BYTES * Rows.index(operation, ids, place(column), token(column), 0, matrices);
            ALL.set(Memory.INT, at, ALL.get(Memory.INT, at) + 1);
        }
        int sum = 0;
        for (long matrix = 0; matrix <= matrices; matrix++) {
            sum += ALL.get(Memory.INT, starts + Integer.BYTES * matrix);
            ALL.set(Memory.INT, starts + Integer.BYTES * matrix, sum);
        }
        for (int column = (int) c.rows() - 1; column >= 0; column--) {
            long at = starts + Integer.BYTES * Rows.index(operation, ids, place(column), token(column), 0, matrices);
            int last = ALL.get(Memory.INT, at) - 1;
            ALL.set(Memory.INT, at, last);
            ALL.set(Memory.INT, order + (long) Integer.BYTES * last, column);
        }
    }

    private long place(int column) {
        return column % c.shape().d1();
    }

    private long token(int column) {
        return column / c.shape().d1();
    }

    @Override
    public int pieces() {
        return split.pieces();
    }

    @Override
    public void run(int piece, int slot) {
        for (long unit = split.from(piece); unit < split.to(piece); unit++) {
            long matrix = unit / groups;
            int from = ALL.get(Memory.INT, starts + Integer.BYTES * matrix);
            int to = ALL.get(Memory.INT, starts + Integer.BYTES * (matrix + 1));
            if (from < to) {
                multiply(matrix, (int) (unit % groups) * MatrixKernels.DOT_ROWS, from, to, memory.of(slot));
            }
        }
    }

    private void multiply(long matrix, int row, int from, int to, long pad) {
        int rows = Math.min(MatrixKernels.DOT_ROWS, c.length() - row);
        long source = a.row(row, matrix, 0);
        long stride = a.strides().s1();
        boolean asItIs = direct && to - from == 1;
        if (!asItIs && !a.hasPlainRows()) {
            long decoded = pad + MatrixKernels.PAD_BYTES;
            for (int r = 0; r < rows; r++) {
                staging.decode(a, source + r * stride, 0, a.length(), decoded + (long) Float.BYTES * a.length() * r);
            }
            source = decoded;
            stride = (long) Float.BYTES * a.length();
        }
        for (int i = from; i < to; i++) {
            int column = ALL.get(Memory.INT, order + (long) Integer.BYTES * i);
            long target = c.row(column) + (long) Float.BYTES * row;
            long other = b.row(place(column) % b.shape().d1(), token(column), 0);
            if (asItIs) {
                kernels.dotOne(type, source, stride, rows, other, a.length(), target, pad);
            } else {
                kernels.dot(source, stride, rows, other, 0, 1, a.length(), target, 0, false, pad);
            }
        }
    }
}
