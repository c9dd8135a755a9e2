package io.tandem.inference.onnx.format;

import java.util.List;

/**
 * One operation of a graph.
 *
 * @param name its name, empty where the exporter gave none
 * @param operator the operator's name, such as {@code MatMul}
 * @param domain the operator set it belongs to, empty for ONNX's own
 * @param inputs names of the values it reads; an empty name stands for an optional input that is left out
 * @param outputs names of the values it makes; an empty name for one that nobody wants
 * @param attributes its parameters
 */
public record OnnxNode(
        String name,
        String operator,
        String domain,
        List<String> inputs,
        List<String> outputs,
        List<OnnxAttribute> attributes) {}
