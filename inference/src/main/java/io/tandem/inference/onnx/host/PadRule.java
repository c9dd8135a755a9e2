package io.tandem.inference.onnx.host;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/**
 * What Pad puts around its operand, whichever version of it asks.
 *
 * @param mode where the new elements come from
 * @param sides how many there are, axis by axis
 */
public record PadRule(Mode mode, List<Side> sides) {
    /** Where new elements come from. */
    public enum Mode {
        /** A number. */
        CONSTANT,
        /** Mirrored at the first and the last element, which are not repeated. */
        REFLECT,
        /** The first and the last element. */
        EDGE,
        /** The other end. */
        WRAP
    }

    /** Elements before and after those of an axis; of negative numbers what is cut off there. */
    public record Side(long before, long after, long cutBefore, long cutAfter) {}

    /** The rule of a node. */
    public static PadRule of(Operands pad) {
        int rank = pad.dims(0).rank();
        long[] pads = pad.integers("pads", 1)
                .or(() -> pad.attributes().integers("paddings"))
                .orElseThrow(() -> Refusal.invalid("a padding without pads"));
        long[] axes = pad.integers(3).orElseGet(() -> LongStream.range(0, rank).toArray());
        if (pads.length != 2 * axes.length) {
            throw Refusal.invalid(pads.length + " pads for " + axes.length + " axes");
        }
        List<Side> sides = new ArrayList<>();
        for (int axis = 0; axis < rank; axis++) {
            sides.add(new Side(0, 0, 0, 0));
        }
        for (int i = 0; i < axes.length; i++) {
            long before = pads[i];
            long after = pads[axes.length + i];
            sides.set(
                    pad.dims(0).axis(axes[i]),
                    new Side(
                            Math.max(0, before),
                            Math.max(0, after),
                            Math.max(0, Math.negateExact(before)),
                            Math.max(0, Math.negateExact(after))));
        }
        return new PadRule(mode(pad.attributes().text("mode", "constant")), List.copyOf(sides));
    }

    private static Mode mode(String name) {
        return switch (name) {
            case "constant" -> Mode.CONSTANT;
            case "reflect" -> Mode.REFLECT;
            case "edge" -> Mode.EDGE;
            case "wrap" -> Mode.WRAP;
            default -> throw Refusal.invalid("padding of mode '" + name + "'");
        };
    }

    /** Of one axis. */
    public Side side(int axis) {
        return sides.get(axis);
    }

    /** Which of an axis' elements each element of the padded axis is; not for constants. */
    public int[] sources(int axis, long extent) {
        if (extent == 0) {
            throw Refusal.invalid("an empty axis has nothing to pad with");
        }
        Side side = sides.get(axis);
        int[] sources = new int[Math.toIntExact(extent + side.before() + side.after())];
        for (int i = 0; i < sources.length; i++) {
            sources[i] = (int) source(i - side.before(), extent);
        }
        return sources;
    }

    private long source(long place, long extent) {
        return switch (mode) {
            case EDGE, CONSTANT -> Math.clamp(place, 0, extent - 1);
            case WRAP -> Math.floorMod(place, extent);
            case REFLECT -> {
                long period = Math.max(1, 2 * (extent - 1));
                long within = Math.floorMod(place, period);
                yield within < extent ? within : period - within;
            }
        };
    }
}
