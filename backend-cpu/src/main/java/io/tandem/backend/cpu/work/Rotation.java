package io.tandem.backend.cpu.work;

import io.tandem.backend.cpu.kernel.Memory;
import io.tandem.backend.cpu.kernel.RowKernels;
import io.tandem.op.AttentionOp.Rope;
import io.tandem.op.AttentionOp.RopeMode;

/** Rotary position embedding, a token after the other: its heads share cosines and sines, which the cache then holds. */
final class Rotation implements Work {
    private final RotaryAngles angles;
    private final RowKernels kernels;
    private final Staging staging;
    private final View x;
    private final View y;
    private final boolean neighbours;
    private final int pairs;
    private final SlotMemory memory;
    private final Split split;

    private Rotation(Rope op, KernelCall call) {
        this.angles = new RotaryAngles(op, call);
        this.kernels = call.kernels().rows();
        this.staging = new Staging(call.kernels().conversions());
        this.x = call.input(0);
        this.y = call.output();
        this.neighbours = op.mode() == RopeMode.NORMAL;
        this.pairs = op.pairs();
        this.memory = call.scratchForEachThread(2 * angles.bytes() + (long) Float.BYTES * x.length());
        double nanos = 5.0 * pairs + x.shape().d1() * (20 + 0.2 * x.length());
        this.split = Split.of(x.shape().d2() * x.shape().d3(), nanos, call.threads());
    }

    static void prepare(Rope op, KernelCall call) {
        if (!call.output().isEmpty()) {
            call.add(new Rotation(op, call));
        }
    }

    @Override
    public int pieces() {
        return split.pieces();
    }

    @Override
    public void run(int piece, int slot) {
        long tokens = x.shape().d2();
        long written = -1;
        for (long unit = split.from(piece); unit < split.to(piece); unit++) {
            long token = unit % tokens;
            if (token != written) {
                angles.write(token, memory.of(slot));
                written = token;
            }
            turn(x.row(0, token, unit / tokens), y.row(0, token, unit / tokens), memory.of(slot));
        }
    }

    /** Turns the rows of a token's heads. */
    private void turn(long from, long to, long cosines) {
        long pad = cosines + 2 * angles.bytes();
        int length = x.length();
        long heads = x.shape().d1();
        for (long head = 0; head < heads; head++) {
            long row = to + head * y.strides().s1();
            long source = staging.read(x, from + head * x.strides().s1(), 0, length, pad);
            long target = Staging.target(y, row, 0, pad);
            turn(source, target, cosines, cosines + angles.bytes());
            staging.write(y, row, 0, length, target);
        }
    }

    private void turn(long source, long target, long cosines, long sines) {
        long half = (long) Float.BYTES * pairs;
        if (neighbours) {
            kernels.rotatePairs(source, cosines, sines, target, 2 * pairs);
        } else {
            kernels.rotate(source, source + half, cosines, sines, target, target + half, pairs);
        }
        long rest = (long) Float.BYTES * x.length() - 2 * half;
        if (rest > 0) {
            Memory.copy(source + 2 * half, target + 2 * half, rest);
        }
    }
}
