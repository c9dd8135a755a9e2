package io.tandem.inference.onnx.convert;

import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Tensor;
import io.tandem.inference.onnx.convert.Windows.Window;
import io.tandem.inference.onnx.host.Dims;
import io.tandem.inference.onnx.host.Refusal;
import io.tandem.inference.onnx.host.SliceRange;
import io.tandem.op.ConvolutionOp;
import io.tandem.tensor.Shape;
import java.util.ArrayList;
import java.util.List;

/**
 * A convolution of data [n, c, ..] with a kernel [m, c / groups, ..], the result being [n, m, ..].
 *
 * @param windows how the kernel moves along the axes from the third on
 * @param data the dimensions of the data
 * @param kernel the dimensions of the kernel
 * @param groups how many parts of the channels are convolved each by itself
 */
record Convolution(List<Window> windows, Dims data, Dims kernel, int groups) {
    static Convolution of(Call call) {
        Dims data = call.dims(0);
        Dims kernel = call.dims(1);
        int groups = Math.toIntExact(call.attributes().integer("group", 1));
        if (kernel.rank() != data.rank()
                || data.rank() < 3
                || groups < 1
                || kernel.extent(0) % groups != 0
                || kernel.extent(1) * groups != data.extent(1)) {
            throw Refusal.invalid(
                    "a convolution of shape " + data + " with a kernel of " + kernel + " in " + groups + " groups");
        }
        long[] extents = kernel.range(2, kernel.rank()).toArray();
        List<Window> windows = Windows.of(call.attributes(), data, extents);
        if (windows.size() > 3) {
            throw Refusal.unsupported("convolutions over more than three axes");
        }
        return new Convolution(windows, data, kernel, groups);
    }

    /** The dimensions of the result. */
    Dims result() {
        return result(data.extent(0));
    }

    private Dims result(long images) {
        Dims dims = Dims.of(images, kernel.extent(0));
        for (Window window : windows) {
            dims = dims.append(Dims.of(window.places()));
        }
        return dims;
    }

    /** Adds it to the graph. */
    Tensor emit(Emitter emitter, Tensor x, Tensor weights) {
        Tensor padded = x;
        Dims dims = data;
        List<Window> moved = new ArrayList<>();
        for (int i = 0; i < windows.size(); i++) {
            Window window = windows.get(i);
            if (window.isSymmetric() && windows.size() <= 2) { // the operation itself pads
                moved.add(window);
            } else {
                padded = Padding.zeros(emitter, padded, dims, i + 2, window.before(), window.after());
                dims = dims.with(i + 2, window.padded().length());
                moved.add(window.padded());
            }
        }
        Convolution plain = new Convolution(moved, dims, kernel, groups);
        return windows.size() == 3 ? plain.volumes(emitter, padded, weights) : plain.images(emitter, padded, weights);
    }

    /** Over one or two axes. */
    private Tensor images(Emitter emitter, Tensor x, Tensor weights) {
        if (groups == 1) {
            return plain(emitter.graph(), x, weights);
        }
        return kernel.extent(1) == 1 ? depthwise(emitter, x, weights) : grouped(emitter, x, weights);
    }

    private Tensor plain(GraphBuilder graph, Tensor x, Tensor weights) {
        return windows.size() == 1
                ? graph.conv1d(weights, x, axis(windows.getFirst()))
                : graph.conv2d(weights, x, axis(windows.getLast()), axis(windows.getFirst()));
    }

    private static ConvolutionOp.Axis axis(Window window) {
        return new ConvolutionOp.Axis(window.stride(), window.before(), window.dilation());
    }

    /** A kernel of its own for each channel; several for each where the channels are repeated beforehand. */
    private Tensor depthwise(Emitter emitter, Tensor x, Tensor weights) {
        long images = data.extent(0);
        long channels = data.extent(1);
        long results = kernel.extent(0);
        long height = windows.size() == 1 ? 1 : data.extent(2);
        long width = data.extent(data.rank() - 1);
        Shape image = Shape.of(width, height, results, images);
        Tensor repeated = x;
        if (results != channels) {
            Shape single = Shape.of(width * height, 1, channels, images);
            Shape several = single.with(1, results / channels);
            repeated = emitter.repeat(emitter.reshape(x, single), several);
        }
        long kernelHeight = windows.size() == 1 ? 1 : kernel.extent(2);
        Shape matrices = Shape.of(kernel.extent(kernel.rank() - 1), kernelHeight, 1, results);
        Tensor result = emitter.graph()
                .conv2dDw(
                        emitter.reshape(weights, matrices),
                        emitter.reshape(repeated, image),
                        axis(windows.getLast()),
                        windows.size() == 1 ? ConvolutionOp.Axis.PLAIN : axis(windows.getFirst()));
        return emitter.reshape(result, result(images));
    }

    private Tensor grouped(Emitter emitter, Tensor x, Tensor weights) {
        long inputs = kernel.extent(1);
        long outputs = kernel.extent(0) / groups;
        Convolution part = new Convolution(windows, data.with(1, inputs), kernel.with(0, outputs), 1);
        Emitter.requireFew(groups);
        List<Tensor> results = new ArrayList<>();
        List<Dims> shapes = new ArrayList<>();
        for (int group = 0; group < groups; group++) {
            Tensor channels = LayoutOperators.slice(emitter, x, data, 1, new SliceRange(group * inputs, 1, inputs));
            Tensor kernels =
                    LayoutOperators.slice(emitter, weights, kernel, 0, new SliceRange(group * outputs, 1, outputs));
            results.add(part.plain(emitter.graph(), channels, kernels));
            shapes.add(part.result());
        }
        return LayoutOperators.joined(emitter, results, shapes, 1);
    }

    /** Over three axes: a sum of convolutions over the last two, one for each place of the kernel in the first. */
    private Tensor volumes(Emitter emitter, Tensor x, Tensor weights) {
        Window depth = windows.getFirst();
        long images = data.extent(0) * depth.places();
        Convolution flat = new Convolution(
                windows.subList(1, 3),
                Dims.of(images, data.extent(1), data.extent(3), data.extent(4)),
                Dims.of(kernel.extent(0), kernel.extent(1), kernel.extent(3), kernel.extent(4)),
                groups);
        Emitter.requireFew(depth.kernel());
        Tensor sum = null;
        for (int i = 0; i < depth.kernel(); i++) {
            long stride = depth.places() == 1 ? 1 : depth.stride();
            SliceRange layers = new SliceRange((long) i * depth.dilation(), stride, depth.places());
            Tensor layer = LayoutOperators.slice(emitter, x, data, 2, layers);
            Dims dims = data.with(2, depth.places());
            Tensor flatX = emitter.reshape(Axes.permute(emitter, layer, dims, 0, 2, 1, 3, 4), flat.data());
            Tensor matrix = LayoutOperators.slice(emitter, weights, kernel, 2, new SliceRange(i, 1, 1));
            Tensor part = flat.images(emitter, flatX, emitter.reshape(matrix, flat.kernel()));
            sum = sum == null ? part : emitter.graph().add(sum, part);
        }
        if (sum == null) {
            throw Refusal.invalid("an empty kernel");
        }
        Dims turned =
                Dims.of(data.extent(0), depth.places()).append(flat.result().range(1, 4));
        return Axes.permute(emitter, emitter.reshape(sum, turned), turned, 0, 2, 1, 3, 4);
    }
}
