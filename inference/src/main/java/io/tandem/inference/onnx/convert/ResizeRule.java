package io.tandem.inference.onnx.convert;

import io.tandem.inference.onnx.host.Attributes;
import io.tandem.inference.onnx.host.Refusal;

/**
 * How an axis is resampled.
 *
 * @param mode {@code nearest}, {@code linear} or {@code cubic}
 * @param coordinates how a place in the result becomes one in the operand
 * @param rounding which neighbour is the nearest one
 * @param cubic the coefficient a of the cubic (Keys 1981)
 * @param excludes whether neighbours outside the operand do not count
 * @param smooths whether more neighbours count where the result is smaller
 */
record ResizeRule(String mode, String coordinates, String rounding, double cubic, boolean excludes, boolean smooths) {
    static ResizeRule of(Attributes attributes, boolean isOld) {
        String mode = attributes.text("mode", "nearest");
        return new ResizeRule(
                mode.equals("bilinear") ? "linear" : mode,
                isOld ? "asymmetric" : attributes.text("coordinate_transformation_mode", "half_pixel"),
                isOld ? "floor" : attributes.text("nearest_mode", "round_prefer_floor"),
                attributes.real("cubic_coeff_a", -0.75f),
                attributes.flag("exclude_outside", false),
                attributes.flag("antialias", false));
    }

    /**
     * One axis.
     *
     * @param input its extent
     * @param output the extent that it gets
     * @param scale the factor between them, before rounding
     * @param start where the part to take begins, as a fraction of the axis
     * @param end where it ends
     */
    record Axis(long input, long output, double scale, double start, double end) {
        boolean isUnchanged() {
            return input == output && scale == 1 && start == 0 && end == 1;
        }
    }

    /** Where element {@code i} of the result lies in the operand. */
    double place(Axis axis, long i) {
        double width = axis.scale() * axis.input();
        double half = (i + 0.5) / axis.scale() - 0.5;
        return switch (coordinates) {
            case "half_pixel" -> half;
            case "pytorch_half_pixel" -> axis.output() == 1 ? -0.5 : half;
            case "half_pixel_symmetric" -> axis.input() / 2.0 * (1 - axis.output() / width) + half;
            case "asymmetric" -> i / axis.scale();
            case "align_corners" -> width == 1 ? 0 : i * (axis.input() - 1) / (width - 1);
            case "tf_half_pixel_for_nn" -> (i + 0.5) / axis.scale();
            case "tf_crop_and_resize" -> {
                double part = (axis.end() - axis.start()) * (axis.input() - 1);
                yield axis.start() * (axis.input() - 1)
                        + (axis.output() == 1 ? part / 2 : i * part / (axis.output() - 1));
            }
            default -> throw Refusal.invalid("coordinate_transformation_mode '" + coordinates + "'");
        };
    }

    /** Whether a place lies outside the operand and gets a value of its own. */
    boolean isOutside(Axis axis, double place) {
        return coordinates.equals("tf_crop_and_resize") && (place < 0 || place > axis.input() - 1);
    }

    /** Which elements of the operand those of the result are, for the mode {@code nearest}. */
    int[] nearest(Axis axis) {
        int[] sources = new int[Emitter.requireTable(axis.output())];
        for (int i = 0; i < sources.length; i++) {
            double place = place(axis, i);
            double rounded = switch (rounding) {
                case "round_prefer_floor" -> Math.ceil(place - 0.5);
                case "round_prefer_ceil" -> Math.floor(place + 0.5);
                case "floor" -> Math.floor(place);
                case "ceil" -> Math.ceil(place);
                default -> throw Refusal.invalid("nearest_mode '" + rounding + "'");
            };
            sources[i] = (int) Math.clamp((long) rounded, 0, axis.input() - 1);
        }
        return sources;
    }

    /** What each element of the operand adds to each of the result: rows of {@code input} weights, one an output. */
    float[] weights(Axis axis) {
        float[] weights = new float[Emitter.requireTable(Math.multiplyExact(axis.input(), axis.output()))];
        double shrink = smooths ? Math.min(1, axis.scale()) : 1;
        int reach = Emitter.requireTable((long) Math.ceil((mode.equals("linear") ? 1 : 2) / shrink));
        for (int i = 0; i < axis.output(); i++) {
            double place = place(axis, i);
            if (!isOutside(axis, place)) {
                addWeights(weights, i, axis, place, shrink, reach);
            }
        }
        return weights;
    }

    private void addWeights(float[] weights, int row, Axis axis, double place, double shrink, int reach) {
        long base = (long) Math.floor(place);
        double sum = 0;
        for (long at = base - reach; at <= base + reach + 1; at++) {
            boolean counts = !excludes || (at >= 0 && at < axis.input());
            sum += counts ? kernel((at - place) * shrink) : 0;
        }
        for (long at = base - reach; at <= base + reach + 1; at++) {
            if (!excludes || (at >= 0 && at < axis.input())) {
                long inside = Math.clamp(at, 0, axis.input() - 1);
                weights[(int) (row * axis.input() + inside)] += (float) (kernel((at - place) * shrink) / sum);
            }
        }
    }

    /** The weight of an element at a distance. */
    private double kernel(double distance) {
        double x = Math.abs(distance);
        if (mode.equals("linear")) {
            return Math.max(0, 1 - x);
        }
        if (x <= 1) {
            return ((cubic + 2) * x - (cubic + 3)) * x * x + 1;
        }
        return x < 2 ? ((cubic * x - 5 * cubic) * x + 8 * cubic) * x - 4 * cubic : 0;
    }
}
