package io.tandem.inference.onnx;

import io.tandem.graph.Graph;
import io.tandem.graph.Tensor;
import io.tandem.inference.onnx.format.OnnxType;
import java.util.List;
import java.util.Map;

/**
 * A graph made of a model for inputs of fixed shapes. It reads the model's weights where its file is mapped: keep the
 * model open as long as the graph is in use.
 *
 * @param graph the graph; results are named as in the model
 * @param inputs what each run is fed, by the model's names
 * @param outputs what each run computes, by the model's names
 * @param notes what was settled for, one line each, such as integers that are computed in floats
 */
public record ImportedGraph(Graph graph, Map<String, Port> inputs, Map<String, Port> outputs, List<String> notes) {
    /**
     * An input or output.
     *
     * @param tensor where it is, contiguous: in the device type that is {@code type}, or in f32 for double, in i32 for int16
     *     and uint16, and in i64 for uint32 and uint64
     * @param type its type in the model
     * @param shape its shape in the model, outermost dimension first; empty for a single number
     */
    public record Port(Tensor tensor, OnnxType type, List<Long> shape) {}
}
