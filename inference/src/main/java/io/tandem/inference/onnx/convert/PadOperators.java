package io.tandem.inference.onnx.convert;

import io.tandem.graph.Tensor;
import io.tandem.inference.onnx.host.Dims;
import io.tandem.inference.onnx.host.PadRule;
import io.tandem.inference.onnx.host.Refusal;
import io.tandem.inference.onnx.host.SliceRange;
import java.util.Optional;

/** Pad, axis by axis. */
final class PadOperators {
    private PadOperators() {}

    static void addTo(ConverterTable table) {
        table.one("Pad", PadOperators::pad);
    }

    private static Value pad(Call call) {
        PadRule rule = PadRule.of(call);
        Emitter emitter = call.emitter();
        Dims dims = call.dims(0);
        Tensor tensor = emitter.tensor(call.value(0));
        for (int axis = 0; axis < dims.rank(); axis++) {
            PadRule.Side side = rule.side(axis);
            if (side.cutBefore() > 0 || side.cutAfter() > 0) {
                long kept = dims.extent(axis) - side.cutBefore() - side.cutAfter();
                if (kept < 0) {
                    throw Refusal.invalid("more is cut off than there is of shape " + dims);
                }
                tensor = LayoutOperators.slice(emitter, tensor, dims, axis, new SliceRange(side.cutBefore(), 1, kept));
                dims = dims.with(axis, kept);
            }
            tensor = padded(call, rule, tensor, dims, axis);
            dims = dims.with(axis, dims.extent(axis) + side.before() + side.after());
        }
        return call.ofFirstType(dims, tensor);
    }

    private static Tensor padded(Call call, PadRule rule, Tensor tensor, Dims dims, int axis) {
        Emitter emitter = call.emitter();
        PadRule.Side side = rule.side(axis);
        if (side.before() == 0 && side.after() == 0) {
            return tensor;
        }
        if (rule.mode() != PadRule.Mode.CONSTANT) {
            Emitter.requireTable(Math.addExact(dims.extent(axis), Math.addExact(side.before(), side.after())));
            return GatherOperators.pick(emitter, tensor, dims, axis, rule.sources(axis, dims.extent(axis)));
        }
        Optional<Double> known = call.has(2)
                ? call.scalar(2)
                : Optional.of((double) call.attributes().real("value", 0));
        if (known.isPresent() && Double.doubleToRawLongBits(known.get()) == 0) {
            return Padding.zeros(emitter, tensor, dims, axis, side.before(), side.after());
        }
        Tensor number = call.has(2)
                ? emitter.tensor(call.value(2))
                : emitter.floats(
                        io.tandem.tensor.Shape.of(1), known.orElseThrow().floatValue());
        Tensor alike = emitter.cast(number, tensor.type());
        return Padding.number(emitter, tensor, dims, axis, side.before(), side.after(), alike);
    }
}
