package io.tandem.inference.onnx.host;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** The shapes that ONNX's operators give their results. */
public final class ShapeRules {
    private ShapeRules() {}

    /** Of Reshape: 0 keeps the operand's extent, −1 is what is left over. */
    public static Dims reshape(Operands call) {
        Dims dims = call.dims(0);
        long[] target = call.integers("shape", 1).orElseThrow(() -> Refusal.invalid("a reshape without shape"));
        boolean zeroIsZero = call.attributes().flag("allowzero", false);
        int open = -1;
        for (int i = 0; i < target.length; i++) {
            if (target[i] == 0 && !zeroIsZero) {
                target[i] = dims.extent(dims.axis(i));
            } else if (target[i] == -1 && open < 0) {
                open = i;
                target[i] = 1;
            }
        }
        Dims result = Dims.of(target);
        if (open >= 0 && result.elements() > 0) {
            result = result.with(open, dims.elements() / result.elements());
        }
        if (result.elements() != dims.elements()) {
            throw Refusal.invalid("shape " + dims + " cannot become " + Arrays.toString(target));
        }
        return result;
    }

    /** Of Flatten: a matrix whose rows are what lies before the axis. */
    public static Dims flatten(Operands call) {
        Dims dims = call.dims(0);
        long axis = call.attributes().integer("axis", 1);
        int split = axis == dims.rank() ? dims.rank() : dims.axis(axis);
        return Dims.of(dims.product(0, split), dims.product(split, dims.rank()));
    }

    /** Of Squeeze: without the given axes of extent 1, or without all of them. */
    public static Dims squeeze(Operands call) {
        Dims dims = call.dims(0);
        Set<Integer> gone = new TreeSet<>();
        call.integers("axes", 1)
                .ifPresentOrElse(
                        axes -> gone.addAll(axes(dims, axes)),
                        () -> IntStream.range(0, dims.rank())
                                .filter(axis -> dims.extent(axis) == 1)
                                .forEach(gone::add));
        List<Long> kept = new ArrayList<>();
        for (int axis = 0; axis < dims.rank(); axis++) {
            if (!gone.contains(axis)) {
                kept.add(dims.extent(axis));
            } else if (dims.extent(axis) != 1) {
                throw Refusal.invalid("cannot squeeze axis " + axis + " of shape " + dims);
            }
        }
        return Dims.of(kept);
    }

    /** Of Unsqueeze: with axes of extent 1 at the given places of the result. */
    public static Dims unsqueeze(Operands call) {
        Dims dims = call.dims(0);
        long[] axes = call.integers("axes", 1).orElseThrow(() -> Refusal.invalid("an unsqueeze without axes"));
        long[] result = new long[dims.rank() + axes.length];
        Arrays.fill(result, -1);
        Dims places = Dims.of(new long[result.length]);
        for (long axis : axes) {
            int place = places.axis(axis);
            if (result[place] == 1) {
                throw Refusal.invalid("axis " + axis + " is there twice");
            }
            result[place] = 1;
        }
        int next = 0;
        for (int i = 0; i < result.length; i++) {
            result[i] = result[i] == 1 ? 1 : dims.extent(next++);
        }
        return Dims.of(result);
    }

    /** Axis i of Transpose's result is axis order[i] of its operand; without the parameter they are turned around. */
    public static int[] transpose(Operands call) {
        int rank = call.dims(0).rank();
        int[] order = call.attributes()
                .integers("perm")
                .map(perm -> Arrays.stream(perm).mapToInt(Math::toIntExact).toArray())
                .orElseGet(() -> IntStream.range(0, rank).map(i -> rank - 1 - i).toArray());
        if (!Arrays.equals(
                IntStream.of(order).sorted().toArray(), IntStream.range(0, rank).toArray())) {
            throw Refusal.invalid(Arrays.toString(order) + " is no order of " + rank + " axes");
        }
        return order;
    }

    /** Of Expand: operand and shape broadcast to each other. */
    public static Dims expand(Operands call) {
        return call.dims(0).broadcast(Dims.of(call.constant(1).integers()));
    }

    /** Of Tile: each extent times its number of repeats. */
    public static Dims tile(Operands call) {
        Dims dims = call.dims(0);
        long[] repeats = call.constant(1).integers();
        if (repeats.length != dims.rank()) {
            throw Refusal.invalid(repeats.length + " repeats for shape " + dims);
        }
        Dims result = dims;
        for (int axis = 0; axis < repeats.length; axis++) {
            result = result.with(axis, Math.multiplyExact(dims.extent(axis), repeats[axis]));
        }
        return result;
    }

    /** The axes that a reduction reduces, in order; all of them when it names none and is not told to do nothing. */
    public static Set<Integer> reducedAxes(Operands call) {
        Dims dims = call.dims(0);
        Set<Integer> axes =
                call.integers("axes", 1).map(given -> axes(dims, given)).orElseGet(TreeSet::new);
        if (axes.isEmpty() && !call.attributes().flag("noop_with_empty_axes", false)) {
            IntStream.range(0, dims.rank()).forEach(axes::add);
        }
        return axes;
    }

    /** The shape of a reduction over some axes. */
    public static Dims reduced(Dims dims, Set<Integer> axes, boolean keep) {
        List<Long> extents = new ArrayList<>();
        for (int axis = 0; axis < dims.rank(); axis++) {
            if (!axes.contains(axis)) {
                extents.add(dims.extent(axis));
            } else if (keep) {
                extents.add(1L);
            }
        }
        return Dims.of(extents);
    }

    /** Where Split cuts its axis: the extents of the parts. */
    public static long[] split(Operands call, int axis) {
        long extent = call.dims(0).extent(axis);
        long[] parts = call.integers("split", 1).orElseGet(() -> evenParts(call, extent));
        if (Arrays.stream(parts).anyMatch(part -> part < 0)
                || Arrays.stream(parts).sum() != extent) {
            throw Refusal.invalid("parts " + Arrays.toString(parts) + " of an axis of extent " + extent);
        }
        return parts;
    }

    private static long[] evenParts(Operands call, long extent) {
        int count = Math.max(1, call.results());
        long part = Math.ceilDiv(extent, (long) count);
        long[] parts = new long[count];
        for (int i = 0; i < count; i++) {
            parts[i] = Math.clamp(extent - i * part, 0, part); // the last part may be shorter
        }
        return parts;
    }

    /** Of OneHot: the operand's shape with an axis of extent {@code depth} in it. */
    public static Dims oneHot(Operands call, long depth) {
        if (depth < 1) {
            throw Refusal.invalid("a depth of " + depth);
        }
        Dims dims = call.dims(0);
        int axis = dims.padded(dims.rank() + 1).axis(call.attributes().integer("axis", -1));
        return dims.range(0, axis).append(Dims.of(depth)).append(dims.range(axis, dims.rank()));
    }

    private static Set<Integer> axes(Dims dims, long[] axes) {
        Set<Integer> resolved = new TreeSet<>();
        for (long axis : axes) {
            resolved.add(dims.axis(axis));
        }
        return resolved;
    }
}
