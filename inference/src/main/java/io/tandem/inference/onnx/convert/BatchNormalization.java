package io.tandem.inference.onnx.convert;

import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Tensor;
import io.tandem.inference.onnx.host.Dims;
import io.tandem.inference.onnx.host.HostTensor;
import io.tandem.inference.onnx.host.Refusal;
import java.util.stream.IntStream;

/** Batch normalisation with known statistics: one product and one sum, whose factors are computed during import. */
final class BatchNormalization {
    private BatchNormalization() {}

    static void addTo(ConverterTable table) {
        table.one("BatchNormalization", BatchNormalization::convert);
    }

    private static Value convert(Call call) {
        if (call.attributes().flag("training_mode", false) || call.wants(1)) {
            throw Refusal.unsupported("training");
        }
        if (!call.attributes().flag("spatial", true)) {
            throw Refusal.unsupported("statistics of single elements");
        }
        boolean known = IntStream.rangeClosed(1, 4).allMatch(i -> call.value(i) instanceof Constant);
        return known ? byConstants(call) : byOperations(call);
    }

    private static Value byConstants(Call call) {
        HostTensor scale = call.constant(1);
        HostTensor bias = call.constant(2);
        HostTensor mean = call.constant(3);
        HostTensor variance = call.constant(4);
        float epsilon = call.attributes().real("epsilon", 1e-5f);
        float[] factors = new float[scale.size()];
        float[] sums = new float[scale.size()];
        for (int i = 0; i < factors.length; i++) {
            double factor = scale.real(i) / Math.sqrt(variance.real(i) + epsilon);
            factors[i] = (float) factor;
            sums[i] = (float) (bias.real(i) - mean.real(i) * factor);
        }
        Value product = Broadcasting.multiply(call.emitter(), call.value(0), channels(call, factors));
        return Broadcasting.add(call.emitter(), product, channels(call, sums));
    }

    private static Value channels(Call call, float... values) {
        Dims dims = Dims.of(values.length);
        for (int axis = 2; axis < call.dims(0).rank(); axis++) {
            dims = dims.append(Dims.of(1));
        }
        return call.ofFirstType(dims, call.emitter().floats(Layouts.shape(dims), values));
    }

    private static Value byOperations(Call call) {
        GraphBuilder graph = call.graph();
        Emitter emitter = call.emitter();
        int rank = call.dims(0).rank();
        Tensor deviation =
                graph.sqrt(graph.scale(call.floats(4), 1, call.attributes().real("epsilon", 1e-5f)));
        Tensor factor = graph.div(call.floats(1), deviation);
        Tensor sum = graph.sub(call.floats(2), graph.mul(call.floats(3), factor));
        Value factors = NormalizationOperators.perChannel(emitter, call.ofFirstType(call.dims(1), factor), rank);
        Value sums = NormalizationOperators.perChannel(emitter, call.ofFirstType(call.dims(1), sum), rank);
        return Broadcasting.add(emitter, Broadcasting.multiply(emitter, call.value(0), factors), sums);
    }
}
