package io.tandem.backend.cpu.work;

import io.tandem.op.SamplingOp.Interpolation;
import io.tandem.op.SamplingOp.Upscale;

/**
 * Which elements of a dimension an element of a finer one is made of, and their weights.
 *
 * @param count how many elements each is made of
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Taps(int count, int[] places, float[] weights) {
    /** The a of Keys 1981. */
    private static final double CUBIC = -0.75;

    static Taps of(Upscale op, long from, long to) {
        int count = switch (op.interpolation()) {
            case NEAREST -> 1;
            case BILINEAR -> 2;
            case BICUBIC -> 4;
        };
        int before = count == 4 ? 1 : 0;
        int extent = Math.toIntExact(to);
        Taps taps = new Taps(count, new int[extent * count], new float[extent * count]);
        for (int i = 0; i < extent; i++) {
            double place = place(op, i, from, to);
            long floor = (long) Math.floor(place);
            for (int tap = 0; tap < count; tap++) {
                int at = i * count + tap;
                taps.places[at] = (int) Math.clamp(floor + tap - before, 0, from - 1);
                taps.weights[at] = (float) weight(op.interpolation(), Math.abs(place - floor - tap + before));
            }
        }
        return taps;
    }

    private static double place(Upscale op, int i, long from, long to) {
        if (op.alignCorners()) {
            boolean aligned = from > 1 && to > 1;
            return aligned ? (double) i * (from - 1) / (to - 1) : (double) i * from / to;
        }
        boolean nearest = op.interpolation() == Interpolation.NEAREST;
        return nearest ? (double) i * from / to : (i + 0.5) * from / to - 0.5;
    }

    private static double weight(Interpolation interpolation, double distance) {
        return switch (interpolation) {
            case NEAREST -> 1;
            case BILINEAR -> 1 - distance;
            case BICUBIC -> {
                double square = distance * distance;
                yield distance <= 1
                        ? (CUBIC + 2) * square * distance - (CUBIC + 3) * square + 1
                        : CUBIC * (square * distance - 5 * square + 8 * distance - 4);
            }
        };
    }
}
