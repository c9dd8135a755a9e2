package io.tandem.backend.cpu.work;

import static io.tandem.backend.cpu.kernel.Memory.readFloat;
import static io.tandem.backend.cpu.kernel.Memory.writeFloat;

import io.tandem.backend.cpu.kernel.ElementKernels;
import io.tandem.backend.cpu.kernel.UnaryFunction;
import io.tandem.op.AttentionOp.Rope;
import io.tandem.op.AttentionOp.RopeMode;
import io.tandem.op.AttentionOp.Yarn;
import org.jspecify.annotations.Nullable;

/**
 * The cosines and sines by which rotary position embedding turns the rows of a token. Angles are reduced in double precision,
 * because a float has no digits left behind the point after some thousand turns.
 */
final class RotaryAngles {
    private final ElementKernels kernels;
    private final View positions;
    private final @Nullable View factors;
    private final long tokens;
    private final boolean neighbours;
    private final int width;
    private final float length;

    /** The turns of each pair at position 1, and which of its token's positions it turns by. */
    private final double[] turns;

    private final int[] places;

    RotaryAngles(Rope op, KernelCall call) {
        this.kernels = call.kernels().elements();
        this.positions = call.input(1);
        this.factors = call.inputs() < 3 ? null : call.input(2);
        this.tokens = call.input(0).shape().d2();
        // Neighbouring pairs need each cosine twice.
        this.neighbours = op.mode() == RopeMode.NORMAL;
        this.width = neighbours ? 2 * op.pairs() : op.pairs();
        this.length = length(op);
        this.turns = new double[op.pairs()];
        this.places = new int[op.pairs()];
        for (int pair = 0; pair < turns.length; pair++) {
            turns[pair] = frequency(op, pair) / (2 * Math.PI);
            places[pair] = op.position(pair);
        }
    }

    /** The bytes of a token's cosines, and of its sines. */
    long bytes() {
        return (long) Float.BYTES * width;
    }

    /** Writes a token's cosines to an address and its sines {@link #bytes} further. */
    void write(long token, long cosines) {
        long sines = cosines + bytes();
        writeAngles(token, cosines);
        kernels.unary(UnaryFunction.SIN, 0, 0, cosines, sines, width);
        kernels.unary(UnaryFunction.COS, 0, 0, cosines, cosines, width);
        if (length != 1) {
            kernels.unary(UnaryFunction.SCALE, length, 0, cosines, cosines, 2 * width);
        }
    }

    private void writeAngles(long token, long angles) {
        long position = 0;
        for (int pair = 0; pair < turns.length; pair++) {
            if (pair == 0 || places[pair] != places[pair - 1]) {
                long place = token + places[pair] * tokens;
                position = Integers.read(
                        positions.type(),
                        positions.address() + place * positions.strides().s0());
            }
            double all = position * turns[pair];
            if (factors != null) {
                all /= readFloat(factors.address() + pair * factors.strides().s0());
            }
            float angle = (float) ((all - Math.rint(all)) * (2 * Math.PI));
            if (neighbours) {
                // x·cos − y·sin and y·cos + x·sin: the first element of a pair gets the sine's negative.
                writeFloat(angles + 2L * Float.BYTES * pair, -angle);
                writeFloat(angles + 2L * Float.BYTES * pair + Float.BYTES, angle);
            } else {
                writeFloat(angles + (long) Float.BYTES * pair, angle);
            }
        }
    }

    /** What a position is multiplied by to give the angle of a pair. */
    private static double frequency(Rope op, int pair) {
        double extrapolation = op.yarn().extrapolation();
        double mix = extrapolation == 0 ? 0 : ramp(op, pair) * extrapolation;
        double scale = op.frequencyScale() * (1 - mix) + mix;
        return Math.pow(op.base(), -2.0 * op.frequency(pair) / op.dimensions()) * scale;
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
