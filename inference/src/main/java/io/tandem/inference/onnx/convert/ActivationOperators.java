package io.tandem.inference.onnx.convert;

import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Tensor;
import io.tandem.inference.onnx.host.Refusal;
import io.tandem.tensor.Shape;

/** Activation functions. */
final class ActivationOperators {
    private ActivationOperators() {}

    /** Adds a function of the builder, the node and its operand. */
    @FunctionalInterface
    private interface Activation {
        Tensor apply(GraphBuilder graph, Call call, Tensor x);
    }

    static void addTo(ConverterTable table) {
        add(table, "Relu", (graph, call, x) -> graph.relu(x));
        add(table, "Sigmoid", (graph, call, x) -> graph.sigmoid(x));
        add(table, "Softplus", (graph, call, x) -> graph.softplus(x));
        add(table, "HardSwish", (graph, call, x) -> graph.hardswish(x));
        add(table, "LeakyRelu", (graph, call, x) -> graph.leakyRelu(x, real(call, "alpha", 0.01f)));
        add(
                table,
                "ThresholdedRelu",
                (graph, call, x) -> graph.mul(graph.step(graph.scale(x, 1, -real(call, "alpha", 1))), x));
        add(
                table,
                "HardSigmoid",
                (graph, call, x) ->
                        graph.clamp(graph.scale(x, real(call, "alpha", 0.2f), real(call, "beta", 0.5f)), 0, 1));
        add(table, "Elu", (graph, call, x) -> elu(graph, x, real(call, "alpha", 1)));
        add(
                table,
                "Selu",
                (graph, call, x) ->
                        graph.scale(elu(graph, x, real(call, "alpha", 1.6732632f)), real(call, "gamma", 1.050701f)));
        add(table, "Celu", (graph, call, x) -> celu(graph, x, real(call, "alpha", 1)));
        add(table, "Softsign", (graph, call, x) -> graph.div(x, graph.scale(graph.abs(x), 1, 1)));
        add(table, "Mish", (graph, call, x) -> graph.mul(x, graph.tanh(graph.softplus(x))));
        add(table, "Gelu", ActivationOperators::gelu);
        add(table, "Swish", ActivationOperators::swish);
        add(table, "Shrink", ActivationOperators::shrink);
        table.one("SwiGLU", ActivationOperators::swiglu);
        table.one("PRelu", ActivationOperators::parametricRelu);
    }

    private static void add(ConverterTable table, String operator, Activation activation) {
        table.one(operator, call -> call.likeFirst(activation.apply(call.graph(), call, call.floats(0))));
    }

    private static float real(Call call, String attribute, float fallback) {
        return call.attributes().real(attribute, fallback);
    }

    private static Tensor elu(GraphBuilder graph, Tensor x, float alpha) {
        if (alpha == 1) {
            return graph.elu(x);
        }
        return graph.add(graph.relu(x), graph.scale(graph.expm1(graph.neg(graph.relu(graph.neg(x)))), alpha));
    }

    private static Tensor celu(GraphBuilder graph, Tensor x, float alpha) {
        Tensor negative = graph.scale(graph.relu(graph.neg(x)), -1 / alpha);
        return graph.add(graph.relu(x), graph.scale(graph.expm1(negative), alpha));
    }

    private static Tensor gelu(GraphBuilder graph, Call call, Tensor x) {
        return switch (call.attributes().text("approximate", "none")) {
            case "none" -> graph.geluErf(x);
            case "tanh" -> graph.gelu(x);
            case String other -> throw Refusal.invalid("approximation '" + other + "'");
        };
    }

    private static Tensor swish(GraphBuilder graph, Call call, Tensor x) {
        float alpha = real(call, "alpha", 1);
        return alpha == 1 ? graph.silu(x) : graph.mul(x, graph.sigmoid(graph.scale(x, alpha)));
    }

    /** x moved towards 0 where it is further away than lambda, 0 elsewhere. */
    private static Tensor shrink(GraphBuilder graph, Call call, Tensor x) {
        float lambda = real(call, "lambd", 0.5f);
        float bias = real(call, "bias", 0);
        Tensor above = graph.greater(x, call.emitter().floats(Shape.of(1), lambda));
        Tensor below = graph.less(x, call.emitter().floats(Shape.of(1), -lambda));
        return graph.add(graph.mul(graph.scale(x, 1, -bias), above), graph.mul(graph.scale(x, 1, bias), below));
    }

    private static Value swiglu(Call call) {
        if (real(call, "alpha", 1) != 1) {
            throw Refusal.unsupported("alpha " + real(call, "alpha", 1));
        }
        return call.likeFirst(call.graph().swiglu(call.floats(0), call.floats(1)));
    }

    /** max(x, 0) − slope · max(−x, 0). */
    private static Value parametricRelu(Call call) {
        GraphBuilder graph = call.graph();
        Tensor negative = graph.relu(graph.neg(call.floats(0)));
        Value scaled = Broadcasting.multiply(call.emitter(), call.likeFirst(negative), call.value(1));
        return call.likeFirst(
                graph.sub(graph.relu(call.floats(0)), call.emitter().floats(scaled)));
    }
}
