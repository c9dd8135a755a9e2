package io.tandem.inference.onnx.convert;

import io.tandem.graph.Tensor;
import io.tandem.inference.onnx.format.OnnxType;
import io.tandem.inference.onnx.host.Dims;

/** Convolutions, and what adds a bias to each of their channels. */
final class ConvolutionOperators {
    private ConvolutionOperators() {}

    static void addTo(ConverterTable table) {
        table.one("Conv", ConvolutionOperators::convolution);
        table.one("ConvInteger", ConvolutionOperators::integers);
        table.one("ConvTranspose", call -> {
            TransposedConvolution convolution = TransposedConvolution.of(call);
            Tensor result = convolution.emit(call.emitter(), call.floats(0), call.floats(1));
            return biased(call, call.ofFirstType(convolution.result(), result));
        });
    }

    private static Value convolution(Call call) {
        Convolution convolution = Convolution.of(call);
        Tensor result = convolution.emit(call.emitter(), call.floats(0), call.floats(1));
        return biased(call, call.ofFirstType(convolution.result(), result));
    }

    private static Value biased(Call call, Value value) {
        if (!call.has(2)) {
            return value;
        }
        Value bias = NormalizationOperators.perChannel(
                call.emitter(), call.value(2), value.dims().rank());
        return Broadcasting.add(call.emitter(), value, bias);
    }

    /** Of integers, after their zero points are taken off. */
    private static Value integers(Call call) {
        Convolution convolution = Convolution.of(call);
        Emitter emitter = call.emitter();
        Value x = QuantizationOperators.centred(call, call.value(0), 2);
        Value kernel = call.has(3) && call.dims(3).elements() > 1
                ? QuantizationOperators.centred(
                        call, call.value(1), QuantizationOperators.along(call, 3, call.dims(1), 0))
                : QuantizationOperators.centred(call, call.value(1), 3);
        Tensor result = convolution.emit(emitter, emitter.floats(x), emitter.floats(kernel));
        Dims dims = convolution.result();
        return new Computed(OnnxType.INT32, dims, result);
    }
}
