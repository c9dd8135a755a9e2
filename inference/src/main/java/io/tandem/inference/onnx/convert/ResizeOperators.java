package io.tandem.inference.onnx.convert;

import io.tandem.graph.Tensor;
import io.tandem.inference.onnx.format.OnnxType;
import io.tandem.inference.onnx.host.Dims;
import io.tandem.inference.onnx.host.HostTensor;
import io.tandem.inference.onnx.host.Refusal;
import io.tandem.op.SamplingOp;
import io.tandem.op.SamplingOp.Interpolation;
import io.tandem.tensor.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * Resize and Upsample. One operation where the table has it; else axis by axis, as a choice of elements or as a product
 * with a matrix of weights.
 */
final class ResizeOperators {
    private ResizeOperators() {}

    static void addTo(ConverterTable table) {
        table.one("Resize", ResizeOperators::resize);
        table.one("Upsample", ResizeOperators::upsample);
    }

    private static Value upsample(Call call) {
        double[] scales = call.has(1)
                ? reals(call.constant(1))
                : call.attributes()
                        .reals("scales")
                        .map(list ->
                                list.stream().mapToDouble(Float::doubleValue).toArray())
                        .orElseThrow(() -> Refusal.invalid("an upsampling without scales"));
        return resized(call, ResizeRule.of(call.attributes(), true), axes(call.dims(0), allAxes(call), scales));
    }

    private static Value resize(Call call) {
        boolean isOld = call.version() < 11;
        ResizeRule rule = ResizeRule.of(call.attributes(), isOld);
        int scales = isOld ? 1 : 2;
        long[] which = call.attributes().integers("axes").orElseGet(() -> allAxes(call));
        if (!isOld && call.has(3) && call.dims(3).elements() > 0) {
            return resized(call, rule, sized(call, which, call.constant(3).integers()));
        }
        return resized(call, rule, axes(call.dims(0), which, reals(call.constant(scales))));
    }

    private static long[] allAxes(Call call) {
        return LongStream.range(0, call.dims(0).rank()).toArray();
    }

    private static double[] reals(HostTensor tensor) {
        double[] reals = new double[tensor.size()];
        for (int i = 0; i < reals.length; i++) {
            reals[i] = tensor.real(i);
        }
        return reals;
    }

    /** The axes of a tensor, some of them scaled. */
    private static List<ResizeRule.Axis> axes(Dims dims, long[] which, double[] scales) {
        if (scales.length != which.length) {
            throw Refusal.invalid(scales.length + " scales for " + which.length + " axes");
        }
        List<ResizeRule.Axis> axes = unchanged(dims);
        for (int i = 0; i < which.length; i++) {
            int axis = dims.axis(which[i]);
            long input = dims.extent(axis);
            if (!(scales[i] > 0)) {
                throw Refusal.invalid("a scale of " + scales[i]);
            }
            axes.set(axis, new ResizeRule.Axis(input, (long) Math.floor(input * scales[i]), scales[i], 0, 1));
        }
        return axes;
    }

    private static List<ResizeRule.Axis> unchanged(Dims dims) {
        List<ResizeRule.Axis> axes = new ArrayList<>();
        dims.toList().forEach(extent -> axes.add(new ResizeRule.Axis(extent, extent, 1, 0, 1)));
        return axes;
    }

    /** The axes of a tensor, some of them with a size that is given, or that keeps their proportions. */
    private static List<ResizeRule.Axis> sized(Call call, long[] which, long[] sizes) {
        Dims dims = call.dims(0);
        if (sizes.length != which.length) {
            throw Refusal.invalid(sizes.length + " sizes for " + which.length + " axes");
        }
        double[] scales = new double[sizes.length];
        for (int i = 0; i < sizes.length; i++) {
            scales[i] = (double) sizes[i] / dims.extent(dims.axis(which[i]));
        }
        String policy = call.attributes().text("keep_aspect_ratio_policy", "stretch");
        if (!policy.equals("stretch")) {
            double common = policy.equals("not_larger")
                    ? Arrays.stream(scales).min().orElse(1)
                    : Arrays.stream(scales).max().orElse(1);
            Arrays.fill(scales, common);
        }
        List<ResizeRule.Axis> axes = unchanged(dims);
        for (int i = 0; i < which.length; i++) {
            int axis = dims.axis(which[i]);
            long input = dims.extent(axis);
            long output = policy.equals("stretch") ? sizes[i] : Math.round(scales[i] * input);
            axes.set(axis, new ResizeRule.Axis(input, output, scales[i], 0, 1));
        }
        return axes;
    }

    /** With the parts of axes that only cropping looks at. */
    private static List<ResizeRule.Axis> cropped(Call call, ResizeRule rule, List<ResizeRule.Axis> axes) {
        if (!rule.coordinates().equals("tf_crop_and_resize")) {
            return axes;
        }
        double[] region = reals(call.constant(1));
        long[] which = call.attributes().integers("axes").orElseGet(() -> allAxes(call));
        if (region.length != 2 * which.length) {
            throw Refusal.invalid("a region of " + region.length + " numbers for " + which.length + " axes");
        }
        List<ResizeRule.Axis> cropped = new ArrayList<>(axes);
        for (int i = 0; i < which.length; i++) {
            int axis = call.dims(0).axis(which[i]);
            ResizeRule.Axis whole = axes.get(axis);
            cropped.set(
                    axis,
                    new ResizeRule.Axis(
                            whole.input(), whole.output(), whole.scale(), region[i], region[which.length + i]));
        }
        return cropped;
    }

    private static Value resized(Call call, ResizeRule rule, List<ResizeRule.Axis> given) {
        List<ResizeRule.Axis> axes = cropped(call, rule, given);
        Dims result = Dims.of(axes.stream().map(ResizeRule.Axis::output).toList());
        Tensor x = call.floats(0);
        Optional<SamplingOp> operation = operation(rule, axes, result);
        if (operation.isPresent()) {
            return call.ofFirstType(result, call.graph().apply(operation.get(), x));
        }
        Dims dims = call.dims(0);
        for (int axis = 0; axis < axes.size(); axis++) {
            ResizeRule.Axis resampled = axes.get(axis);
            if (!resampled.isUnchanged()) {
                x = along(call, rule, x, dims, axis, resampled);
                dims = dims.with(axis, resampled.output());
            }
        }
        return call.ofFirstType(result, x);
    }

    private static Tensor along(Call call, ResizeRule rule, Tensor x, Dims dims, int axis, ResizeRule.Axis resampled) {
        Emitter emitter = call.emitter();
        Tensor result;
        if (rule.mode().equals("nearest")) {
            result = GatherOperators.pick(emitter, x, dims, axis, rule.nearest(resampled));
        } else {
            Tensor weights = emitter.floats(Shape.of(resampled.input(), resampled.output()), rule.weights(resampled));
            Tensor rows = MatrixProduct.rows(emitter, Axes.rows(emitter, x, dims, Set.of(axis)));
            Dims permuted = dims.with(axis, resampled.output()).permute(Axes.lastly(dims.rank(), Set.of(axis)));
            Tensor product = emitter.reshape(call.graph().mulMat(weights, rows), permuted);
            result = Axes.permute(emitter, product, permuted, Axes.inverse(Axes.lastly(dims.rank(), Set.of(axis))));
        }
        float[] outside = new float[Emitter.requireTable(resampled.output())];
        boolean any = false;
        for (int i = 0; i < outside.length; i++) {
            boolean isOutside = rule.isOutside(resampled, rule.place(resampled, i));
            outside[i] = isOutside ? 1 : 0;
            any |= isOutside;
        }
        return any ? replaced(call, result, dims.with(axis, resampled.output()), axis, outside) : result;
    }

    /** What lies outside the operand has a value of its own. */
    private static Tensor replaced(Call call, Tensor x, Dims dims, int axis, float... outside) {
        Emitter emitter = call.emitter();
        Dims along = Dims.SCALAR.padded(dims.rank()).with(axis, outside.length);
        float number = call.attributes().real("extrapolation_value", 0);
        return emitter.floats(LogicOperators.where(
                emitter,
                new Computed(OnnxType.BOOL, along, emitter.floats(Layouts.shape(along), outside)),
                new Computed(OnnxType.FLOAT, Dims.SCALAR, emitter.cast(emitter.floats(Shape.of(1), number), x.type())),
                new Computed(OnnxType.FLOAT, dims, x)));
    }

    /** The operation of the table that does the same, if only the last two axes change and there is one. */
    private static Optional<SamplingOp> operation(ResizeRule rule, List<ResizeRule.Axis> axes, Dims result) {
        int rank = axes.size();
        boolean fits = rank <= Shape.DIMENSIONS
                && axes.subList(0, Math.max(0, rank - 2)).stream().allMatch(ResizeRule.Axis::isUnchanged)
                && axes.stream().allMatch(axis -> axis.scale() * axis.input() == axis.output());
        if (!fits || rule.excludes() || rule.smooths()) {
            return Optional.empty();
        }
        Shape shape = Layouts.shape(result);
        boolean half = rule.coordinates().equals("half_pixel");
        boolean corners = rule.coordinates().equals("align_corners");
        return switch (rule.mode()) {
            case "nearest" ->
                axes.stream().allMatch(axis -> repeats(rule, axis))
                        ? Optional.of(new SamplingOp.Upscale(shape, Interpolation.NEAREST, false))
                        : Optional.empty();
            case "linear" ->
                half || corners
                        ? Optional.of(new SamplingOp.Upscale(shape, Interpolation.BILINEAR, corners))
                        : Optional.empty();
            case "cubic" ->
                half && rule.cubic() == -0.75
                        ? Optional.of(new SamplingOp.Upscale(shape, Interpolation.BICUBIC, false))
                        : Optional.empty();
            default -> throw Refusal.unsupported("resizing of mode '" + rule.mode() + "'");
        };
    }

    /** Whether each element comes a number of times, one after the other. */
    private static boolean repeats(ResizeRule rule, ResizeRule.Axis axis) {
        if (axis.input() == 0 || axis.output() % axis.input() != 0) {
            return false;
        }
        int[] sources = rule.nearest(axis);
        for (int i = 0; i < sources.length; i++) {
            if (sources[i] != i / (axis.output() / axis.input())) {
                return false;
            }
        }
        return true;
    }
}
