package io.tandem.inference.onnx;

import io.tandem.inference.onnx.format.OnnxType;
import java.util.List;

/** A small residual network for images of 32 × 32: convolutions of all kinds, batch normalisation and pooling. */
final class ConvolutionalNetwork {
    private final OnnxBuilder model = new OnnxBuilder();
    private final NetworkBuilder net = new NetworkBuilder(model);
    private final long classes;

    ConvolutionalNetwork(long classes) {
        this.classes = classes;
    }

    byte[] build() {
        model.input("image", OnnxType.FLOAT, "batch", 3, 32, 32);
        String x = net.node("Relu", List.of(normalized(convolved("image", 3, 16, 3, 1, 1), 16)));
        x = net.node(
                "MaxPool",
                List.of(x),
                OnnxBuilder.attribute("kernel_shape", 3, 3),
                OnnxBuilder.attribute("strides", 2, 2),
                OnnxBuilder.attribute("pads", 1, 1, 1, 1));
        x = block(x, 16, 16, 1);
        x = block(x, 16, 32, 2);
        x = separable(x, 32, 24);
        x = net.node(
                "AveragePool",
                List.of(x),
                OnnxBuilder.attribute("kernel_shape", 3, 3),
                OnnxBuilder.attribute("strides", 2, 2),
                OnnxBuilder.attribute("auto_pad", "SAME_UPPER"));
        x = net.node("Flatten", List.of(net.node("GlobalAveragePool", List.of(x))));
        String scores = net.node(
                "Gemm",
                List.of(x, net.weights(0.3, classes, 24), net.weights(0.1, classes)),
                OnnxBuilder.attribute("transB", 1L));
        model.node("Softmax", List.of(scores), List.of("classes"), OnnxBuilder.attribute("axis", -1L));
        return model.output("classes").output(scores).build();
    }

    private String convolved(String x, long in, long out, long kernel, long stride, long groups) {
        double bound = 1 / Math.sqrt((double) in / groups * kernel * kernel);
        return net.node(
                "Conv",
                List.of(x, net.weights(bound, out, in / groups, kernel, kernel)),
                OnnxBuilder.attribute("kernel_shape", kernel, kernel),
                OnnxBuilder.attribute("strides", stride, stride),
                OnnxBuilder.attribute("pads", kernel / 2, kernel / 2, kernel / 2, kernel / 2),
                OnnxBuilder.attribute("group", groups));
    }

    private String normalized(String x, long channels) {
        return net.node(
                "BatchNormalization",
                List.of(
                        x,
                        net.weights(0.5, 1.5, channels),
                        net.weights(0.2, channels),
                        net.weights(0.2, channels),
                        net.weights(0.5, 1.5, channels)));
    }

    /** Two convolutions and a way around them. */
    private String block(String x, long in, long out, long stride) {
        String inner = net.node("Relu", List.of(normalized(convolved(x, in, out, 3, stride, 1), out)));
        String branch = normalized(convolved(inner, out, out, 3, 1, 1), out);
        String around = in == out && stride == 1 ? x : normalized(convolved(x, in, out, 1, stride, 1), out);
        return net.node("Relu", List.of(net.node("Add", List.of(branch, around))));
    }

    /** Channels by themselves, then in groups, then together. */
    private String separable(String x, long in, long out) {
        String depthwise = net.node("HardSwish", List.of(convolved(x, in, in, 3, 1, in)));
        String grouped = convolved(depthwise, in, in, 3, 1, 4);
        return net.node("LeakyRelu", List.of(convolved(grouped, in, out, 1, 1, 1)));
    }
}
