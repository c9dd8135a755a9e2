package io.tandem.inference.onnx.convert;

import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Tensor;
import io.tandem.inference.onnx.host.Dims;
import io.tandem.tensor.Shape;
import java.util.Set;
import java.util.function.BiFunction;

/** Softmax, alone and with the scale and the mask that attention puts in front of it. */
final class SoftmaxOperators {
    private SoftmaxOperators() {}

    static void addTo(ConverterTable table) {
        table.one("Softmax", call -> overAxis(call, GraphBuilder::softMax));
        table.one("LogSoftmax", call -> overAxis(call, SoftmaxOperators::logSoftmax));
        table.one(Converters.internal("MaskedSoftmax"), SoftmaxOperators::masked);
    }

    /** x − m − log Σ exp(x − m) with the largest element m. */
    private static Tensor logSoftmax(GraphBuilder graph, Tensor x) {
        Tensor shifted = graph.sub(x, graph.maxRows(x));
        return graph.sub(shifted, graph.log(graph.sumRows(graph.exp(shifted))));
    }

    private static Value overAxis(Call call, BiFunction<GraphBuilder, Tensor, Tensor> function) {
        return call.likeFirst(overAxis(call, call.value(0), tensor -> function.apply(call.graph(), tensor)));
    }

    private static Tensor overAxis(Call call, Value value, java.util.function.UnaryOperator<Tensor> function) {
        Emitter emitter = call.emitter();
        Dims dims = value.dims();
        Tensor tensor = emitter.singles(value);
        if (dims.rank() == 0) {
            return function.apply(tensor);
        }
        int axis = axis(call, dims);
        if (call.version() < 13) { // all axes from the given one on are one row
            Shape rows = Shape.of(dims.product(axis, dims.rank()), dims.product(0, axis));
            return emitter.reshape(function.apply(emitter.reshape(tensor, rows)), dims);
        }
        int[] order = Axes.lastly(dims.rank(), Set.of(axis));
        Tensor result = function.apply(Axes.permute(emitter, tensor, dims, order));
        return Axes.permute(emitter, result, dims.permute(order), Axes.inverse(order));
    }

    private static int axis(Call call, Dims dims) {
        long axis = call.attributes().integer("axis", call.version() < 13 ? 1 : -1);
        return axis == dims.rank() && call.version() < 13 ? dims.rank() : dims.axis(axis);
    }

    /** Softmax of scale · x + mask; in one operation where x's rows are what is normalised and the mask repeats to x. */
    private static Value masked(Call call) {
        Dims dims = call.dims(0);
        float scale = call.attributes().real("scale", 1);
        boolean fits = dims.rank() > 0
                && dims.rank() <= Shape.DIMENSIONS
                && axis(call, dims) == dims.rank() - 1
                && dims.broadcast(call.dims(1)).equals(dims);
        if (fits) {
            Tensor x = call.emitter().singles(call.value(0));
            Tensor mask = call.emitter().singles(call.value(1));
            Shape rows = mask.shape().with(0, x.shape().d0()).with(1, x.shape().d1());
            return call.likeFirst(call.graph().softMax(x, call.emitter().repeat(mask, rows), scale, 0));
        }
        Value scaled = call.likeFirst(call.graph().scale(call.floats(0), scale));
        Value sum = Broadcasting.add(call.emitter(), scaled, call.value(1));
        return new Computed(call.type(), sum.dims(), overAxis(call, sum, call.graph()::softMax));
    }
}
