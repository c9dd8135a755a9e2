package io.tandem.inference.onnx.format;

import java.util.List;

/**
 * A parameter of a node.
 *
 * @param name its name
 * @param value its value
 */
public record OnnxAttribute(String name, Value value) {
    /** The value of an attribute, one of the kinds that ONNX knows. */
    public sealed interface Value {}

    /** One float. */
    public record OfFloat(float value) implements Value {}

    /** One integer. */
    public record OfInteger(long value) implements Value {}

    /** One text. */
    public record OfText(String value) implements Value {}

    /** One tensor. */
    public record OfTensor(OnnxTensor value) implements Value {}

    /** A graph of its own: the body of a loop or a branch. */
    public record OfGraph(OnnxGraph value) implements Value {}

    /** Floats. */
    public record OfFloats(List<Float> values) implements Value {}

    /** Integers. */
    public record OfIntegers(List<Long> values) implements Value {}

    /** Texts. */
    public record OfTexts(List<String> values) implements Value {}

    /** A kind that Tandem does not read, such as sparse tensors, with the name that ONNX gives it. */
    public record Unread(String kind) implements Value {}
}
