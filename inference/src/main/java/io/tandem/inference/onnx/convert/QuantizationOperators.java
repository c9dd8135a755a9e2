package io.tandem.inference.onnx.convert;

import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Tensor;
import io.tandem.inference.onnx.format.OnnxType;
import io.tandem.inference.onnx.host.Dims;
import io.tandem.inference.onnx.host.OnnxTypes;
import io.tandem.inference.onnx.host.Refusal;
import io.tandem.op.BinaryOp;
import io.tandem.tensor.Shape;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Integers with a scale and a zero point. They are computed in f32, which is exact for sums of products up to 16,777,216.
 */
final class QuantizationOperators {
    private QuantizationOperators() {}

    static void addTo(ConverterTable table) {
        table.one("QuantizeLinear", QuantizationOperators::quantize);
        table.one("DequantizeLinear", QuantizationOperators::dequantize);
        table.many("DynamicQuantizeLinear", QuantizationOperators::dynamically);
        table.one("MatMulInteger", QuantizationOperators::integerProduct);
        table.one("QLinearMatMul", QuantizationOperators::quantizedProduct);
    }

    /** A vector as it broadcasts along axis {@code axis} of a value of some dimensions; a single number as it is. */
    static Value along(Call call, int index, Dims dims, int axis) {
        Value vector = call.value(index);
        if (vector.dims().rank() != 1 || vector.dims().elements() == 1) {
            return vector;
        }
        Dims result = Dims.SCALAR.padded(dims.rank()).with(axis, vector.dims().extent(0));
        Emitter emitter = call.emitter();
        return new Computed(vector.type(), result, emitter.reshape(emitter.floats(vector), result));
    }

    /** A value less its zero point, operand {@code zero}, if that is given. */
    static Value centred(Call call, Value value, int zero) {
        return call.has(zero) ? centred(call, value, call.value(zero)) : value;
    }

    /** A value less its zero point. */
    static Value centred(Call call, Value value, Value zero) {
        return Broadcasting.apply(call.emitter(), new BinaryOp.Sub(), value, zero);
    }

    private static void requirePlain(Call call) {
        if (call.attributes().integer("block_size", 0) != 0) {
            throw Refusal.unsupported("scales of blocks");
        }
    }

    private static Value quantize(Call call) {
        requirePlain(call);
        OnnxType type = call.has(2)
                ? call.value(2).type()
                : OnnxTypes.numbered(call.attributes().integer("output_dtype", OnnxType.UINT8.code()));
        Dims dims = call.dims(0);
        int axis = dims.rank() == 0 || call.dims(1).elements() == 1
                ? 0
                : dims.axis(call.attributes().integer("axis", 1));
        Value scaled =
                Broadcasting.apply(call.emitter(), new BinaryOp.Div(), call.value(0), along(call, 1, dims, axis));
        return quantized(call, scaled, call.has(2) ? along(call, 2, dims, axis) : null, type);
    }

    /** Rounded, moved by the zero point and kept within the type. */
    private static Value quantized(Call call, Value scaled, @Nullable Value zero, OnnxType type) {
        Emitter emitter = call.emitter();
        Value rounded = new Computed(
                OnnxType.FLOAT, scaled.dims(), UnaryOperators.roundHalfToEven(call.graph(), emitter.singles(scaled)));
        Value moved = zero == null ? rounded : Broadcasting.add(emitter, rounded, zero);
        float lower = switch (type) {
            case INT8 -> -128;
            case INT16 -> -32768;
            case UINT8, UINT16 -> 0;
            default -> throw Refusal.unsupported("quantised values of type " + type);
        };
        float upper = lower + (type == OnnxType.INT8 || type == OnnxType.UINT8 ? 255 : 65535);
        return new Computed(type, moved.dims(), call.graph().clamp(emitter.floats(moved), lower, upper));
    }

    private static Value dequantize(Call call) {
        requirePlain(call);
        Dims dims = call.dims(0);
        int axis = dims.rank() == 0 || call.dims(1).elements() == 1
                ? 0
                : dims.axis(call.attributes().integer("axis", 1));
        Value centred = call.has(2) ? centred(call, call.value(0), along(call, 2, dims, axis)) : call.value(0);
        Value result = Broadcasting.multiply(call.emitter(), centred, along(call, 1, dims, axis));
        return new Computed(call.value(1).type(), dims, call.emitter().floats(result));
    }

    /** To uint8, with scale and zero point such that the range of the operand, widened to 0, becomes 0 to 255. */
    private static List<Value> dynamically(Call call) {
        GraphBuilder graph = call.graph();
        Emitter emitter = call.emitter();
        Tensor x = emitter.singles(call.value(0));
        Tensor all = emitter.reshape(x, Shape.of(call.dims(0).elements()));
        Tensor upper = graph.relu(graph.maxRows(all));
        Tensor lower = graph.neg(graph.relu(graph.maxRows(graph.neg(all))));
        Tensor scale = graph.scale(graph.sub(upper, lower), 1f / 255);
        Tensor zero = UnaryOperators.roundHalfToEven(graph, graph.clamp(graph.neg(graph.div(lower, scale)), 0, 255));
        Value zeroPoint = new Computed(OnnxType.UINT8, Dims.SCALAR, zero);
        Value scaled = new Computed(OnnxType.FLOAT, call.dims(0), graph.div(x, scale));
        return List.of(
                quantized(call, scaled, zeroPoint, OnnxType.UINT8),
                new Computed(OnnxType.FLOAT, Dims.SCALAR, scale),
                zeroPoint);
    }

    /** The zero point of a left operand is one for each row, of a right one one for each column. */
    private static Value integerProduct(Call call) {
        Value a = call.has(2) ? centred(call, call.value(0), ofRows(call, 2, call.dims(0))) : call.value(0);
        Value b = centred(call, call.value(1), 3);
        Value product = MatrixOperators.product(call.emitter(), singles(call, a), singles(call, b));
        return new Computed(OnnxType.INT32, product.dims(), call.emitter().floats(product));
    }

    private static Value ofRows(Call call, int index, Dims dims) {
        return along(call, index, dims, Math.max(0, dims.rank() - 2));
    }

    private static Value singles(Call call, Value value) {
        return new Computed(OnnxType.FLOAT, value.dims(), call.emitter().singles(value));
    }

    private static Value quantizedProduct(Call call) {
        Emitter emitter = call.emitter();
        Dims left = call.dims(0);
        Value a = Broadcasting.multiply(
                emitter, centred(call, call.value(0), ofRows(call, 2, left)), ofRows(call, 1, left));
        Value b = Broadcasting.multiply(emitter, centred(call, call.value(3), 5), call.value(4));
        Value product = MatrixOperators.product(emitter, singles(call, a), singles(call, b));
        Value scaled = Broadcasting.apply(emitter, new BinaryOp.Div(), product, call.value(6));
        return quantized(call, scaled, call.value(7), call.value(7).type());
    }
}
