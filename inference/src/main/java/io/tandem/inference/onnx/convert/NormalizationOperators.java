package io.tandem.inference.onnx.convert;

import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Tensor;
import io.tandem.inference.onnx.host.Dims;
import io.tandem.inference.onnx.host.Refusal;
import io.tandem.tensor.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** Normalisation over axes, with scale and bias. */
final class NormalizationOperators {
    private NormalizationOperators() {}

    static void addTo(ConverterTable table) {
        table.many("LayerNormalization", NormalizationOperators::layerNormalization);
        table.one("RMSNormalization", NormalizationOperators::rmsNormalization);
        table.one("InstanceNormalization", NormalizationOperators::instanceNormalization);
        table.one("GroupNormalization", NormalizationOperators::groupNormalization);
        table.one("MeanVarianceNormalization", NormalizationOperators::meanVarianceNormalization);
        table.one("LpNormalization", NormalizationOperators::lpNormalization);
        table.one(
                Converters.internal("Norm"),
                call -> overAxes(
                        call, x -> call.graph().norm(x, call.attributes().real("epsilon", 0))));
        table.one(
                Converters.internal("RmsNorm"),
                call -> overAxes(
                        call, x -> call.graph().rmsNorm(x, call.attributes().real("epsilon", 0))));
    }

    private static float epsilon(Call call) {
        return call.attributes().real("epsilon", 1e-5f);
    }

    /** Normalises over the axes that the node names. */
    private static Value overAxes(Call call, UnaryOperator<Tensor> function) {
        Dims dims = call.dims(0);
        Set<Integer> axes = new TreeSet<>();
        for (long axis : call.attributes().integers("axes").orElse(new long[] {-1})) {
            axes.add(dims.axis(axis));
        }
        return call.likeFirst(overAxes(call.emitter(), call.floats(0), dims, axes, function));
    }

    private static Tensor overAxes(
            Emitter emitter, Tensor tensor, Dims dims, Set<Integer> axes, UnaryOperator<Tensor> function) {
        int[] order = Axes.lastly(dims.rank(), axes);
        Dims permuted = dims.permute(order);
        Tensor rows = Axes.rows(emitter, tensor, dims, axes);
        Tensor result = emitter.reshape(function.apply(rows), permuted);
        return Axes.permute(emitter, result, permuted, Axes.inverse(order));
    }

    /** Normalises over an axis and all that follow. */
    private static Value fromAxis(Call call, UnaryOperator<Tensor> function) {
        Dims dims = call.dims(0);
        int axis = dims.axis(call.attributes().integer("axis", -1));
        Tensor rows = call.emitter().reshape(call.floats(0), rowShape(dims, axis));
        return call.likeFirst(call.emitter().reshape(function.apply(rows), dims));
    }

    private static Shape rowShape(Dims dims, int axis) {
        return Shape.of(dims.product(axis, dims.rank()), dims.product(0, axis));
    }

    private static List<Value> layerNormalization(Call call) {
        Value normalized = fromAxis(call, x -> call.graph().norm(x, epsilon(call)));
        List<Value> results = new ArrayList<>(List.of(affine(call, normalized, 1, 2)));
        if (call.wants(1) || call.wants(2)) {
            addStatistics(call, results);
        }
        return results;
    }

    /** The mean of each row and one over its standard deviation. */
    private static void addStatistics(Call call, List<Value> results) {
        GraphBuilder graph = call.graph();
        Dims dims = call.dims(0);
        int axis = dims.axis(call.attributes().integer("axis", -1));
        Tensor rows = call.emitter().reshape(call.floats(0), rowShape(dims, axis));
        Tensor mean = graph.mean(rows);
        Tensor variance = graph.mean(graph.sqr(graph.sub(rows, mean)));
        Tensor inverse = graph.reciprocal(graph.sqrt(graph.scale(variance, 1, epsilon(call))));
        Dims kept = dims.range(0, axis).append(Dims.SCALAR.padded(dims.rank() - axis));
        results.add(call.ofFirstType(kept, call.emitter().reshape(mean, kept)));
        results.add(call.ofFirstType(kept, call.emitter().reshape(inverse, kept)));
    }

    private static Value rmsNormalization(Call call) {
        return affine(call, fromAxis(call, x -> call.graph().rmsNorm(x, epsilon(call))), 1, 2);
    }

    /** Multiplied by one operand and added to another, as far as they are given. */
    private static Value affine(Call call, Value value, int scale, int bias) {
        Value scaled = call.has(scale) ? Broadcasting.multiply(call.emitter(), value, call.value(scale)) : value;
        return call.has(bias) ? Broadcasting.add(call.emitter(), scaled, call.value(bias)) : scaled;
    }

    /** A vector with one element for each channel, axis 1, as it broadcasts to a value of so many dimensions. */
    static Value perChannel(Emitter emitter, Value vector, int rank) {
        Dims dims = vector.dims();
        for (int axis = 2; axis < rank; axis++) {
            dims = dims.append(Dims.of(1));
        }
        return new Computed(vector.type(), dims, emitter.reshape(emitter.floats(vector), dims));
    }

    private static Value instanceNormalization(Call call) {
        Dims dims = call.dims(0);
        Set<Integer> axes = new TreeSet<>();
        IntStream.range(2, dims.rank()).forEach(axes::add);
        Tensor normalized = overAxes(
                call.emitter(), call.floats(0), dims, axes, x -> call.graph().norm(x, epsilon(call)));
        return perChannel(call, call.likeFirst(normalized), dims.rank());
    }

    private static Value perChannel(Call call, Value value, int rank) {
        Value scaled = Broadcasting.multiply(call.emitter(), value, perChannel(call.emitter(), call.value(1), rank));
        return Broadcasting.add(call.emitter(), scaled, perChannel(call.emitter(), call.value(2), rank));
    }

    private static Value groupNormalization(Call call) {
        Dims dims = call.dims(0);
        long groups = call.attributes().integer("num_groups", 1);
        if (dims.rank() < 2 || groups < 1 || dims.extent(1) % groups != 0) {
            throw Refusal.invalid(groups + " groups of the channels of shape " + dims);
        }
        Dims grouped = Dims.of(dims.extent(0), groups, dims.elements() / Math.max(1, dims.extent(0) * groups));
        Emitter emitter = call.emitter();
        Tensor x = emitter.reshape(call.floats(0), grouped);
        Value normalized = call.ofFirstType(grouped, call.graph().norm(x, epsilon(call)));
        if (call.version() < 21) { // scale and bias per group, later per channel
            Value scaled = perChannel(call, normalized, 3);
            return call.likeFirst(emitter.reshape(emitter.floats(scaled), dims));
        }
        return perChannel(call, call.likeFirst(emitter.reshape(emitter.floats(normalized), dims)), dims.rank());
    }

    private static Value meanVarianceNormalization(Call call) {
        Set<Integer> axes = new TreeSet<>();
        for (long axis : call.attributes().integers("axes").orElse(new long[] {0, 2, 3})) {
            axes.add(call.dims(0).axis(axis));
        }
        UnaryOperator<Tensor> norm = x -> call.graph().norm(x, 1e-9f);
        return call.likeFirst(overAxes(call.emitter(), call.floats(0), call.dims(0), axes, norm));
    }

    private static Value lpNormalization(Call call) {
        GraphBuilder graph = call.graph();
        Dims dims = call.dims(0);
        Set<Integer> axes = Set.of(dims.axis(call.attributes().integer("axis", -1)));
        long power = call.attributes().integer("p", 2);
        UnaryOperator<Tensor> function =
                power == 1 ? x -> graph.div(x, graph.sumRows(graph.abs(x))) : x -> graph.l2Norm(x, Float.MIN_NORMAL);
        return call.likeFirst(overAxes(call.emitter(), call.floats(0), dims, axes, function));
    }
}
