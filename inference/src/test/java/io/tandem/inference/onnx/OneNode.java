package io.tandem.inference.onnx;

import io.tandem.inference.onnx.format.OnnxTensor;
import io.tandem.inference.onnx.format.OnnxType;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A model of a single node, and its parity with ONNX Runtime. */
final class OneNode {
    private final String operator;
    private final List<OnnxTensor> fed = new ArrayList<>();
    /** Parameters that are one integer; the others are lists of them. */
    private static final Set<String> SINGLE = Set.of("group", "ceil_mode", "count_include_pad");

    private final List<OnnxTensor> constants = new ArrayList<>();
    private final List<String> inputs = new ArrayList<>();
    private final List<byte[]> attributes = new ArrayList<>();
    private final Random random;
    private int results = 1;
    private long version = 17;
    private double low = -2;
    private double high = 2;

    private OneNode(String operator) {
        this.operator = operator;
        this.random = new Random(operator.hashCode());
    }

    static OneNode of(String operator) {
        return new OneNode(operator);
    }

    /**
     * The node of a table's row.
     *
     * @param operands such as {@code fed 1x2x9, constant 3x2x4}
     * @param parameters such as {@code pads 1 1, group 2, auto_pad VALID}; null for none
     */
    static OneNode row(String operator, String operands, @Nullable String parameters) {
        OneNode node = of(operator);
        for (String operand : operands.split(", ", -1)) {
            long[] shape = integers(operand.split(" ", -1)[1].split("x", -1));
            node = operand.startsWith("fed") ? node.fed(shape) : node.constant(shape);
        }
        for (String parameter : parameters == null ? new String[0] : parameters.split(", ", -1)) {
            String name = parameter.substring(0, parameter.indexOf(' '));
            String value = parameter.substring(name.length() + 1);
            if (SINGLE.contains(name)) {
                node.with(name, Long.parseLong(value));
            } else if (Character.isLetter(value.charAt(0))) {
                node.with(OnnxBuilder.attribute(name, value));
            } else {
                node.list(name, integers(value.split(" ", -1)));
            }
        }
        return node;
    }

    private static long[] integers(String... numbers) {
        return Arrays.stream(numbers).mapToLong(Long::parseLong).toArray();
    }

    OneNode version(long operatorSet) {
        version = operatorSet;
        return this;
    }

    /** The range of the random elements that follow. */
    OneNode range(double from, double to) {
        low = from;
        high = to;
        return this;
    }

    /** An operand of random floats that is fed. */
    OneNode fed(long... shape) {
        return fed(random(shape));
    }

    OneNode fed(OnnxTensor tensor) {
        fed.add(tensor);
        inputs.add(tensor.name());
        return this;
    }

    /** An operand of random floats that is a constant. */
    OneNode constant(long... shape) {
        return constant(random(shape));
    }

    OneNode constant(OnnxTensor tensor) {
        constants.add(tensor);
        inputs.add(tensor.name());
        return this;
    }

    /** A constant list of integers. */
    OneNode integers(long... values) {
        return constant(OnnxRuntime.integers(name(), List.of((long) values.length), values));
    }

    /** A constant single number. */
    OneNode number(float value) {
        return constant(OnnxRuntime.floats(name(), List.of(), value));
    }

    /** An operand that is left out. */
    OneNode none() {
        inputs.add("");
        return this;
    }

    OneNode with(byte[] attribute) {
        attributes.add(attribute);
        return this;
    }

    OneNode with(String name, long value) {
        return with(OnnxBuilder.attribute(name, value));
    }

    OneNode with(String name, float value) {
        return with(OnnxBuilder.attribute(name, value));
    }

    /** A parameter that is a list of integers. */
    OneNode list(String name, long... values) {
        return with(OnnxBuilder.attribute(name, values));
    }

    OneNode axes(long... axes) {
        return list("axes", axes);
    }

    OneNode results(int count) {
        results = count;
        return this;
    }

    String name() {
        return "in" + inputs.size();
    }

    private OnnxTensor random(long... shape) {
        float[] values = new float[(int) Arrays.stream(shape).reduce(1, (a, b) -> a * b)];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) (low + (high - low) * random.nextDouble());
        }
        return OnnxRuntime.floats(name(), Arrays.stream(shape).boxed().toList(), values);
    }

    /** What is fed. */
    List<OnnxTensor> inputs() {
        return List.copyOf(fed);
    }

    byte[] build() {
        OnnxBuilder builder = new OnnxBuilder().operatorSet(version);
        for (OnnxTensor tensor : fed) {
            builder.input(tensor.name(), tensor.type(), tensor.dimensions().toArray());
        }
        constants.forEach(builder::constant);
        List<String> outputs = new ArrayList<>();
        for (int i = 0; i < results; i++) {
            outputs.add("out" + i);
            builder.output("out" + i);
        }
        return builder.node(operator, inputs, outputs, attributes.toArray(byte[][]::new))
                .build();
    }

    /** Compares with ONNX Runtime. */
    ImportedGraph check() {
        return Parity.check(build(), fed);
    }

    /** A tensor of any type from integers. */
    static OnnxTensor tensor(String name, OnnxType type, List<Long> shape, long... values) {
        io.tandem.inference.onnx.host.HostTensor integers = io.tandem.inference.onnx.host.HostTensor.ofIntegers(
                io.tandem.inference.onnx.host.Dims.of(shape), values);
        MemorySegment data = integers.cast(type).encode();
        return new OnnxTensor(name, shape, type, data, List.of());
    }
}
