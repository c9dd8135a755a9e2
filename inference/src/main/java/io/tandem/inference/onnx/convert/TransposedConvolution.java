package io.tandem.inference.onnx.convert;

import io.tandem.graph.Tensor;
import io.tandem.inference.onnx.host.Attributes;
import io.tandem.inference.onnx.host.Dims;
import io.tandem.inference.onnx.host.Refusal;
import io.tandem.inference.onnx.host.SliceRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A transposed convolution of data [n, c, ..] with a kernel [c, m / groups, ..], the result being [n, m, ..].
 *
 * @param axes how the kernel moves along the axes from the third on
 * @param data the dimensions of the data
 * @param kernel the dimensions of the kernel
 * @param groups how many parts of the channels are convolved each by itself
 */
record TransposedConvolution(List<Axis> axes, Dims data, Dims kernel, int groups) {
    /**
     * Along one axis.
     *
     * @param stride how far apart neighbours of the data come to lie
     * @param dilation how far apart neighbours of the kernel lie
     * @param before what is cut off before the result
     * @param extent of the result
     */
    record Axis(int stride, int dilation, long before, long extent) {}

    static TransposedConvolution of(Call call) {
        Dims data = call.dims(0);
        Dims kernel = call.dims(1);
        int groups = Math.toIntExact(call.attributes().integer("group", 1));
        if (kernel.rank() != data.rank()
                || data.rank() < 3
                || groups < 1
                || data.extent(1) % groups != 0
                || kernel.extent(0) != data.extent(1)) {
            throw Refusal.invalid("a transposed convolution of shape " + data + " with a kernel of " + kernel + " in "
                    + groups + " groups");
        }
        if (data.rank() > 4) {
            throw Refusal.unsupported("transposed convolutions over more than two axes");
        }
        return new TransposedConvolution(axes(call.attributes(), data, kernel), data, kernel, groups);
    }

    private static List<Axis> axes(Attributes attributes, Dims data, Dims kernel) {
        int rank = data.rank() - 2;
        long[] strides = attribute(attributes, "strides", rank, 1);
        long[] dilations = attribute(attributes, "dilations", rank, 1);
        long[] more = attribute(attributes, "output_padding", rank, 0);
        long[] pads = attribute(attributes, "pads", 2 * rank, 0);
        long[] wanted = attributes.has("output_shape") ? attribute(attributes, "output_shape", rank, 0) : null;
        String auto = attributes.text("auto_pad", "NOTSET");
        List<Axis> axes = new ArrayList<>();
        for (int i = 0; i < rank; i++) {
            if (strides[i] < 1 || dilations[i] < 1 || more[i] < 0) {
                throw Refusal.invalid("a stride, dilation or output_padding that is too small");
            }
            long full = strides[i] * (data.extent(i + 2) - 1) + more[i] + (kernel.extent(i + 2) - 1) * dilations[i] + 1;
            long before = auto.equals("VALID") ? 0 : pads[i];
            long extent = full - before - (auto.equals("VALID") ? 0 : pads[rank + i]);
            if (wanted != null || auto.startsWith("SAME")) {
                extent = wanted == null ? data.extent(i + 2) * strides[i] : wanted[wanted.length - rank + i];
                long total = Math.max(0, full - extent);
                before = auto.equals("SAME_UPPER") ? total / 2 : total - total / 2;
            }
            axes.add(new Axis(Math.toIntExact(strides[i]), Math.toIntExact(dilations[i]), before, extent));
        }
        return axes;
    }

    private static long[] attribute(Attributes attributes, String name, int count, long fallback) {
        long[] values = attributes.integers(name).orElseGet(() -> {
            long[] all = new long[count];
            Arrays.fill(all, fallback);
            return all;
        });
        if (values.length != count) {
            throw Refusal.invalid(name + " of " + values.length + " numbers instead of " + count);
        }
        return values;
    }

    /** The dimensions of the result. */
    Dims result() {
        Dims dims = Dims.of(data.extent(0), kernel.extent(1) * groups);
        for (Axis axis : axes) {
            dims = dims.append(Dims.of(axis.extent()));
        }
        return dims;
    }

    /** Adds it to the graph. The operation has one stride and no gaps: others become zeros between the elements. */
    Tensor emit(Emitter emitter, Tensor x, Tensor weights) {
        int common =
                axes.stream().allMatch(axis -> axis.stride() == axes.getFirst().stride())
                        ? axes.getFirst().stride()
                        : 1;
        Spread spreadData = new Spread(emitter, x, data);
        Spread spreadKernel = new Spread(emitter, weights, kernel);
        for (int i = 0; i < axes.size(); i++) {
            spreadData = spreadData.along(i + 2, axes.get(i).stride() / common);
            spreadKernel = spreadKernel.along(i + 2, axes.get(i).dilation());
        }
        Emitter.requireFew(groups);
        List<Tensor> parts = new ArrayList<>();
        List<Dims> shapes = new ArrayList<>();
        for (int group = 0; group < groups; group++) {
            parts.add(part(emitter, spreadData, spreadKernel, group, common));
            shapes.add(result().with(1, kernel.extent(1)));
        }
        return LayoutOperators.joined(emitter, parts, shapes, 1);
    }

    private Tensor part(Emitter emitter, Spread x, Spread weights, int group, int stride) {
        long channels = data.extent(1) / groups;
        SliceRange range = new SliceRange(group * channels, 1, channels);
        Tensor part = LayoutOperators.slice(emitter, x.tensor(), x.dims(), 1, range);
        Tensor matrices = LayoutOperators.slice(emitter, weights.tensor(), weights.dims(), 0, range);
        Tensor result = axes.size() == 1
                ? emitter.graph().convTranspose1d(matrices, part, stride)
                : emitter.graph().convTranspose2d(matrices, part, stride);
        Dims dims = Dims.of(data.extent(0), kernel.extent(1));
        for (int i = 0; i < axes.size(); i++) {
            long full = (x.dims().extent(i + 2) - 1) * stride + weights.dims().extent(i + 2);
            dims = dims.append(Dims.of(full));
        }
        for (int i = 0; i < axes.size(); i++) {
            Axis axis = axes.get(i);
            long missing = Math.max(0, axis.before() + axis.extent() - dims.extent(i + 2));
            result = Padding.zeros(emitter, result, dims, i + 2, 0, missing);
            dims = dims.with(i + 2, dims.extent(i + 2) + missing);
            SliceRange kept = new SliceRange(axis.before(), 1, axis.extent());
            result = LayoutOperators.slice(emitter, result, dims, i + 2, kept);
            dims = dims.with(i + 2, axis.extent());
        }
        return result;
    }

    /** A tensor whose elements move apart. */
    private record Spread(Emitter emitter, Tensor tensor, Dims dims) {
        /** With zeros between neighbours along an axis, so that they are {@code step} apart. */
        Spread along(int axis, int step) {
            long extent = dims.extent(axis);
            if (step == 1 || extent <= 1) {
                return this;
            }
            long behind = dims.product(axis + 1, dims.rank());
            Dims single = Dims.of(dims.product(0, axis + 1), 1, behind);
            Tensor padded = Padding.zeros(emitter, emitter.reshape(tensor, single), single, 1, 0, step - 1L);
            Dims spread = dims.with(axis, extent * step);
            Tensor result = emitter.reshape(padded, spread);
            SliceRange used = new SliceRange(0, 1, (extent - 1) * step + 1);
            return new Spread(
                    emitter, LayoutOperators.slice(emitter, result, spread, axis, used), dims.with(axis, used.count()));
        }
    }
}
