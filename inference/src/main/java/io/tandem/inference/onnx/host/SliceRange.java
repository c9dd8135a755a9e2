package io.tandem.inference.onnx.host;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Which indices of one axis a slice takes: {@code count} of them from {@code start}, {@code step} apart.
 *
 * @param step not 0; negative ones walk backwards
 */
public record SliceRange(long start, long step, long count) {
    /** What ONNX's Slice takes of each axis of its operand. */
    public static List<SliceRange> of(Operands slice) {
        Dims dims = slice.dims(0);
        long[] starts = slice.integers("starts", 1).orElseThrow(() -> Refusal.invalid("a slice without starts"));
        long[] ends = slice.integers("ends", 2).orElseThrow(() -> Refusal.invalid("a slice without ends"));
        long[] axes = slice.integers("axes", 3)
                .orElseGet(() -> LongStream.range(0, starts.length).toArray());
        long[] steps = slice.integers(4)
                .orElseGet(
                        () -> LongStream.generate(() -> 1).limit(starts.length).toArray());
        if (ends.length != starts.length || axes.length != starts.length || steps.length != starts.length) {
            throw Refusal.invalid("a slice whose starts, ends, axes and steps differ in number");
        }
        List<SliceRange> ranges = new ArrayList<>();
        for (int axis = 0; axis < dims.rank(); axis++) {
            ranges.add(new SliceRange(0, 1, dims.extent(axis)));
        }
        for (int i = 0; i < starts.length; i++) {
            int axis = dims.axis(axes[i]);
            ranges.set(axis, of(starts[i], ends[i], steps[i], dims.extent(axis)));
        }
        return ranges;
    }

    /** Python's slice {@code start:end:step} of an axis; ends far outside mean the axis' own. */
    static SliceRange of(long start, long end, long step, long extent) {
        if (step == 0) {
            throw Refusal.invalid("a slice of step 0");
        }
        long lowest = step > 0 ? 0 : -1;
        long highest = step > 0 ? extent : extent - 1;
        long from = Math.clamp(start < 0 ? start + extent : start, lowest, highest);
        long to = Math.clamp(end < 0 ? end + extent : end, lowest, highest);
        long span = step > 0 ? to - from : from - to;
        long stride = step == Long.MIN_VALUE ? Long.MAX_VALUE : Math.abs(step);
        long count = span <= 0 ? 0 : (span - 1) / stride + 1;
        // a single element needs no step, and a huge one would overflow
        return new SliceRange(Math.max(from, 0), count <= 1 ? 1 : step, count);
    }

    /** The shape of the slice. */
    public static Dims dims(List<SliceRange> ranges) {
        return Dims.of(ranges.stream().map(SliceRange::count).toList());
    }
}
