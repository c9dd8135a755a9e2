package io.tandem.inference.onnx.convert;

import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Tensor;
import java.util.function.BiFunction;

/** Operators that map each element by itself. */
final class UnaryOperators {
    private UnaryOperators() {}

    static void addTo(ConverterTable table) {
        add(table, "Abs", GraphBuilder::abs);
        add(table, "Neg", GraphBuilder::neg);
        add(table, "Sign", GraphBuilder::sgn);
        add(table, "Exp", GraphBuilder::exp);
        add(table, "Log", GraphBuilder::log);
        add(table, "Sqrt", GraphBuilder::sqrt);
        add(table, "Reciprocal", GraphBuilder::reciprocal);
        add(table, "Sin", GraphBuilder::sin);
        add(table, "Cos", GraphBuilder::cos);
        add(table, "Tan", (graph, x) -> graph.div(graph.sin(x), graph.cos(x)));
        add(table, "Sinh", (graph, x) -> graph.scale(graph.sub(graph.exp(x), graph.exp(graph.neg(x))), 0.5f));
        add(table, "Cosh", (graph, x) -> graph.scale(graph.add(graph.exp(x), graph.exp(graph.neg(x))), 0.5f));
        add(table, "Tanh", GraphBuilder::tanh);
        add(table, "Asinh", UnaryOperators::areaSine);
        add(table, "Acosh", UnaryOperators::areaCosine);
        add(table, "Atanh", UnaryOperators::areaTangent);
        add(table, "Erf", GraphBuilder::erf);
        add(table, "Floor", GraphBuilder::floor);
        add(table, "Ceil", GraphBuilder::ceil);
        add(table, "Round", UnaryOperators::roundHalfToEven);
        table.one("Identity", call -> call.value(0));
    }

    private static void add(ConverterTable table, String operator, BiFunction<GraphBuilder, Tensor, Tensor> function) {
        table.one(operator, call -> call.likeFirst(function.apply(call.graph(), call.floats(0))));
    }

    /** ggml rounds halves away from zero, ONNX to the even neighbour: a half is twice the rounded quarter. */
    static Tensor roundHalfToEven(GraphBuilder graph, Tensor x) {
        Tensor rounded = graph.round(x);
        Tensor even = graph.scale(graph.round(graph.scale(x, 0.5f)), 2);
        Tensor distance = graph.abs(graph.sub(x, graph.trunc(x)));
        Tensor notHalf = graph.step(graph.abs(graph.scale(distance, 1, -0.5f)));
        return graph.add(even, graph.mul(notHalf, graph.sub(rounded, even)));
    }

    /** sgn(x) · log(|x| + √(x² + 1)), which keeps the digits of negative numbers. */
    private static Tensor areaSine(GraphBuilder graph, Tensor x) {
        Tensor root = graph.sqrt(graph.scale(graph.sqr(x), 1, 1));
        return graph.mul(graph.sgn(x), graph.log(graph.add(graph.abs(x), root)));
    }

    private static Tensor areaCosine(GraphBuilder graph, Tensor x) {
        return graph.log(graph.add(x, graph.sqrt(graph.scale(graph.sqr(x), 1, -1))));
    }

    private static Tensor areaTangent(GraphBuilder graph, Tensor x) {
        return graph.scale(graph.log(graph.div(graph.scale(x, 1, 1), graph.scale(x, -1, 1))), 0.5f);
    }
}
