package io.tandem.inference.onnx.convert;

import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Tensor;
import io.tandem.inference.onnx.host.Dims;
import io.tandem.inference.onnx.host.Refusal;
import io.tandem.inference.onnx.host.ShapeRules;
import io.tandem.inference.onnx.host.SliceRange;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/** Reductions over any axes: the axes become rows, the rows are reduced. */
final class ReductionOperators {
    private ReductionOperators() {}

    static void addTo(ConverterTable table) {
        add(table, "ReduceSum", GraphBuilder::sumRows);
        add(table, "ReduceMean", GraphBuilder::mean);
        add(table, "ReduceMax", GraphBuilder::maxRows);
        add(table, "ReduceMin", (graph, x) -> graph.neg(graph.maxRows(graph.neg(x))));
        add(table, "ReduceL1", (graph, x) -> graph.sumRows(graph.abs(x)));
        add(table, "ReduceL2", (graph, x) -> graph.sqrt(graph.sumRows(graph.sqr(x))));
        add(table, "ReduceSumSquare", (graph, x) -> graph.sumRows(graph.sqr(x)));
        add(table, "ReduceLogSum", (graph, x) -> graph.log(graph.sumRows(x)));
        add(table, "ReduceLogSumExp", ReductionOperators::logSumExp);
        table.one("GlobalAveragePool", call -> global(call, GraphBuilder::mean));
        table.one("GlobalMaxPool", call -> global(call, GraphBuilder::maxRows));
        table.one("GlobalLpPool", ReductionOperators::globalNorm);
        table.one("ReduceProd", ReductionOperators::product);
    }

    private static void add(ConverterTable table, String operator, BiFunction<GraphBuilder, Tensor, Tensor> reduction) {
        table.one(operator, call -> {
            Set<Integer> axes = ShapeRules.reducedAxes(call);
            Dims dims = ShapeRules.reduced(call.dims(0), axes, call.attributes().flag("keepdims", true));
            return call.ofFirstType(dims, reduce(call, axes, dims, reduction));
        });
    }

    private static Tensor reduce(
            Call call, Set<Integer> axes, Dims result, BiFunction<GraphBuilder, Tensor, Tensor> reduction) {
        Tensor rows = Axes.rows(call.emitter(), call.floats(0), call.dims(0), axes);
        return call.emitter().reshape(reduction.apply(call.graph(), rows), result);
    }

    /** m + log Σ exp(x − m) with the largest element m, so that nothing overflows. */
    private static Tensor logSumExp(GraphBuilder graph, Tensor x) {
        Tensor largest = graph.maxRows(x);
        return graph.add(graph.log(graph.sumRows(graph.exp(graph.sub(x, largest)))), largest);
    }

    /** Over all axes but batch and channel. */
    private static Value global(Call call, BiFunction<GraphBuilder, Tensor, Tensor> reduction) {
        Dims dims = call.dims(0);
        Set<Integer> axes = new TreeSet<>();
        IntStream.range(2, dims.rank()).forEach(axes::add);
        Dims result = ShapeRules.reduced(dims, axes, true);
        return call.ofFirstType(result, reduce(call, axes, result, reduction));
    }

    private static Value globalNorm(Call call) {
        if (call.attributes().integer("p", 2) != 2) {
            throw Refusal.unsupported("p other than 2");
        }
        return global(call, (graph, x) -> graph.sqrt(graph.sumRows(graph.sqr(x))));
    }

    /** Factor by factor, halving what is left. */
    private static Value product(Call call) {
        Set<Integer> axes = ShapeRules.reducedAxes(call);
        Dims dims = ShapeRules.reduced(call.dims(0), axes, call.attributes().flag("keepdims", true));
        Emitter emitter = call.emitter();
        Tensor rows = Axes.rows(emitter, call.floats(0), call.dims(0), axes);
        Dims now = Dims.of(rows.shape().d1(), rows.shape().d0());
        if (now.extent(1) == 0) {
            throw Refusal.unsupported("a product of nothing");
        }
        while (now.extent(1) > 1) {
            long half = now.extent(1) / 2;
            Tensor left = LayoutOperators.slice(emitter, rows, now, 1, new SliceRange(0, 1, half));
            Tensor right = LayoutOperators.slice(emitter, rows, now, 1, new SliceRange(half, 1, half));
            Tensor products = call.graph().mul(left, right);
            Dims halved = now.with(1, half);
            if (now.extent(1) % 2 == 1) {
                Tensor odd = LayoutOperators.slice(emitter, rows, now, 1, new SliceRange(2 * half, 1, 1));
                products = LayoutOperators.joined(emitter, List.of(products, odd), List.of(halved, now.with(1, 1)), 1);
                halved = now.with(1, half + 1);
            }
            rows = products;
            now = halved;
        }
        return call.ofFirstType(dims, emitter.reshape(rows, dims));
    }
}
