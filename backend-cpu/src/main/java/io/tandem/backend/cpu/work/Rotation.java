package io.tandem.backend.cpu.work;

import static io.tandem.backend.cpu.kernel.Memory.readFloat;
import static io.tandem.backend.cpu.kernel.Memory.writeFloat;

import io.tandem.backend.cpu.kernel.ElementKernels;
import io.tandem.backend.cpu.kernel.Memory;
import io.tandem.backend.cpu.kernel.RowKernels;
import io.tandem.backend.cpu.kernel.UnaryFunction;
import io.tandem.op.AttentionOp.Rope;
import io.tandem.op.AttentionOp.RopeMode;
import io.tandem.op.AttentionOp.Yarn;

/**
 * Rotary position embedding in two works: the cosines and sines of each position, which all heads share, and the
 * rotations. Angles are reduced in double precision, because a float has no digits left behind the point after some
 * thousand turns.
 */
final class Rotation {
    private final Rope op;
    private final KernelCall call;
    private final int pairs;
    private final int width;
    private final long table;
    private final double[] frequencies;

    private Rotation(Rope op, KernelCall call) {
        this.op = op;
        this.call = call;
        this.pairs = op.pairs();
        // Neighbouring pairs need each cosine twice.
        this.width = op.mode() == RopeMode.NORMAL ? op.dimensions() : pairs;
        this.table = call.scratch(Math.multiplyExact(call.input(0).shape().d2(), 2L * Float.BYTES * width));
        this.frequencies = frequencies(op);
    }

    static void prepare(Rope op, KernelCall call) {
        if (call.output().isEmpty()) {
            return;
        }
        Rotation rotation = new Rotation(op, call);
        rotation.addTable();
        rotation.addRotations();
    }

    private void addTable() {
        View positions = call.input(1);
        ElementKernels kernels = call.kernels().elements();
        float length = length(op);
        long tokens = call.input(0).shape().d2();
        ChunkWork.Chunk chunk = (token, from, count, slot) -> {
            long cosines = cosines(token);
            long sines = sines(token);
            writeAngles(positions, token, tokens, cosines);
            kernels.unary(UnaryFunction.SIN, 0, 0, cosines, sines, width);
            kernels.unary(UnaryFunction.COS, 0, 0, cosines, cosines, width);
            kernels.unary(UnaryFunction.SCALE, length, 0, sines, sines, width);
            kernels.unary(UnaryFunction.SCALE, length, 0, cosines, cosines, width);
        };
        call.add(new ChunkWork(chunk, tokens, 1, 1, 10.0 * pairs, call.threads()));
    }

    private void writeAngles(View positions, long token, long tokens, long angles) {
        for (int pair = 0; pair < pairs; pair++) {
            long place = token + op.position(pair) * tokens;
            long position = Integers.read(
                    positions.type(),
                    positions.address() + place * positions.strides().s0());
            double turns = position * frequencies[pair] / factor(pair) / (2 * Math.PI);
            float angle = (float) ((turns - Math.rint(turns)) * 2 * Math.PI);
            if (op.mode() != RopeMode.NORMAL) {
                writeFloat(angles + (long) Float.BYTES * pair, angle);
            } else {
                // x·cos − y·sin and y·cos + x·sin: the first element of a pair gets the sine's negative.
                writeFloat(angles + 2L * Float.BYTES * pair, -angle);
                writeFloat(angles + 2L * Float.BYTES * pair + Float.BYTES, angle);
            }
        }
    }

    private float factor(int pair) {
        if (call.inputs() < 3) {
            return 1;
        }
        View factors = call.input(2);
        return readFloat(factors.address() + pair * factors.strides().s0());
    }

    private long cosines(long position) {
        return table + position * 2 * Float.BYTES * width;
    }

    private long sines(long position) {
        return cosines(position) + (long) Float.BYTES * width;
    }

    private void addRotations() {
        View x = call.input(0);
        int count = x.length();
        RowKernels kernels = call.kernels().rows();
        boolean neighbours = op.mode() == RopeMode.NORMAL;
        long half = (long) Float.BYTES * pairs;
        long turned = 2 * half;
        long heads = x.shape().d1();
        long positions = x.shape().d2();
        RowWork.add(call, x, call.output(), 0.3, (source, target, row, slot) -> {
            long position = row / heads % positions;
            if (neighbours) {
                kernels.rotatePairs(source, cosines(position), sines(position), target, 2 * pairs);
            } else {
                kernels.rotate(source, source + half, cosines(position), sines(position), target, target + half, pairs);
            }
            Memory.copy(source + turned, target + turned, (long) Float.BYTES * count - turned);
        });
    }

    /** What a position is multiplied by to give the angle of each pair. */
    private static double[] frequencies(Rope op) {
        double[] frequencies = new double[op.pairs()];
        for (int pair = 0; pair < frequencies.length; pair++) {
            double mix = op.yarn().extrapolation() == 0
                    ? 0
                    : ramp(op, pair) * op.yarn().extrapolation();
            double scale = op.frequencyScale() * (1 - mix) + mix;
            frequencies[pair] = Math.pow(op.base(), -2.0 * op.frequency(pair) / op.dimensions()) * scale;
        }
        return frequencies;
    }

    private static float length(Rope op) {
        Yarn yarn = op.yarn();
        double stretched = yarn.extrapolation() == 0 ? 1 : 1 + 0.1 * Math.log(1 / op.frequencyScale());
        return (float) (yarn.attention() * stretched);
    }

    private static double ramp(Rope op, int pair) {
        double low = Math.max(0, Math.floor(correction(op, op.yarn().betaFast())));
        double high =
                Math.min(op.dimensions() - 1, Math.ceil(correction(op, op.yarn().betaSlow())));
        return 1 - Math.clamp((pair - low) / Math.max(0.001, high - low), 0.0, 1.0);
    }

    private static double correction(Rope op, double beta) {
        double wavelengths = op.yarn().originalContext() / (beta * 2 * Math.PI);
        return op.dimensions() * Math.log(wavelengths) / (2 * Math.log(op.base()));
    }
}
