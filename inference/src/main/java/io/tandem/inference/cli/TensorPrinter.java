package io.tandem.inference.cli;

import io.tandem.inference.onnx.format.OnnxTensor;
import io.tandem.inference.onnx.format.OnnxType;
import io.tandem.inference.onnx.format.OnnxValue;
import io.tandem.inference.onnx.host.HostTensor;
import java.io.PrintWriter;
import java.util.List;

/** Tensors in a line. */
final class TensorPrinter {
    /** More elements than this are for files, not for people. */
    private static final int SHOWN = 16;

    private TensorPrinter() {}

    /** Prints name, type, shape and the first elements. */
    static void print(PrintWriter out, OnnxTensor tensor) {
        StringBuilder line = new StringBuilder(tensor.name())
                .append("  ")
                .append(tensor.type())
                .append(tensor.dimensions())
                .append(' ');
        long count = Math.min(SHOWN, tensor.elements());
        OnnxTensor first = new OnnxTensor("", List.of(count), tensor.type(), tensor.data(), List.of());
        HostTensor elements = HostTensor.of(first);
        for (int i = 0; i < count; i++) {
            line.append(' ').append(element(elements, i));
        }
        out.println(line.append(tensor.elements() > count ? " ..." : ""));
    }

    private static String element(HostTensor tensor, int index) {
        if (!tensor.isReal()) {
            return tensor.type() == OnnxType.UINT64
                    ? Long.toUnsignedString(tensor.integer(index))
                    : Long.toString(tensor.integer(index));
        }
        double real = tensor.real(index);
        return tensor.type() == OnnxType.DOUBLE ? Double.toString(real) : Float.toString((float) real);
    }

    /** What an input takes: {@code float[batch, 3]}. */
    static String describe(OnnxValue input) {
        List<String> dimensions = input.dimensions().orElse(List.of()).stream()
                .map(dimension -> switch (dimension) {
                    case OnnxValue.Fixed fixed -> Long.toString(fixed.size());
                    case OnnxValue.Named named -> named.name().isEmpty() ? "?" : named.name();
                })
                .toList();
        return input.type() + (input.dimensions().isPresent() ? dimensions.toString() : " of any shape");
    }
}
