package io.tandem.inference.onnx.rewrite;

import io.tandem.inference.onnx.format.OnnxGraph;
import io.tandem.inference.onnx.format.OnnxNode;
import io.tandem.inference.onnx.format.OnnxTensor;
import io.tandem.inference.onnx.format.OnnxType;
import io.tandem.inference.onnx.format.OnnxValue;
import io.tandem.inference.onnx.host.Dims;
import io.tandem.inference.onnx.host.HostTensor;
import io.tandem.inference.onnx.host.Refusal;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** A checked ONNX graph: every name has one origin, and nodes follow those whose results they read. Immutable. */
public final class NodeGraph {
    private final List<OnnxNode> nodes;
    private final Map<String, OnnxTensor> constants;
    private final List<OnnxValue> inputs;
    private final List<OnnxValue> outputs;
    private final Map<String, OnnxNode> producers = new HashMap<>();

    NodeGraph(
            List<OnnxNode> nodes, Map<String, OnnxTensor> constants, List<OnnxValue> inputs, List<OnnxValue> outputs) {
        this.nodes = List.copyOf(nodes);
        this.constants = new LinkedHashMap<>(constants);
        this.inputs = List.copyOf(inputs);
        this.outputs = List.copyOf(outputs);
        for (OnnxNode node : nodes) {
            node.outputs().stream().filter(name -> !name.isEmpty()).forEach(name -> producers.put(name, node));
        }
    }

    /**
     * Checks and orders a graph as its file gives it.
     *
     * @throws Refusal if a name has two origins or none, or nodes depend on themselves
     */
    public static NodeGraph of(OnnxGraph graph) {
        return of(graph, Set.of());
    }

    /**
     * Checks and orders a graph that is a parameter of a node.
     *
     * @param around the names of values that it may read beside its own
     * @throws Refusal if a name has two origins or none, or nodes depend on themselves
     */
    public static NodeGraph of(OnnxGraph graph, Set<String> around) {
        return new NodeGraphCheck(graph, around).checked();
    }

    /** The nodes but for constants, each after those whose results it reads. */
    public List<OnnxNode> nodes() {
        return nodes;
    }

    /** The constants by name. */
    public Map<String, OnnxTensor> constants() {
        return constants;
    }

    /** What is fed on each run. */
    public List<OnnxValue> inputs() {
        return inputs;
    }

    /** What comes out. */
    public List<OnnxValue> outputs() {
        return outputs;
    }

    /** This graph with each node replaced by what {@code pass} makes of it, which must have the same outputs. */
    public NodeGraph map(UnaryOperator<OnnxNode> pass) {
        return new NodeGraph(nodes.stream().map(pass).toList(), constants, inputs, outputs);
    }

    /** The node that makes a value, if it is an operator of that name in ONNX's own set. */
    Optional<OnnxNode> producer(String value, String operator) {
        return Optional.ofNullable(producers.get(value))
                .filter(node ->
                        node.operator().equals(operator) && node.domain().isEmpty());
    }

    /** The number that a value always is. */
    Optional<Double> number(String value) {
        OnnxTensor tensor = constants.get(value);
        return tensor != null
                        && tensor.elements() == 1
                        && tensor.dimensions().size() <= 1
                        && HostTensor.isReadable(tensor.type())
                ? Optional.of(HostTensor.of(tensor).real(0))
                : Optional.empty();
    }

    /** Whether a value is always this number, as exactly as single precision tells. */
    boolean isNumber(String value, double expected) {
        return number(value)
                .filter(found -> Math.abs(found - expected) <= 1e-6 * Math.abs(expected))
                .isPresent();
    }

    /** The integers that a value always is. */
    Optional<long[]> integers(String value) {
        OnnxTensor tensor = constants.get(value);
        return tensor != null && Dims.of(tensor.dimensions()).elements() <= 64 && tensor.type() == OnnxType.INT64
                ? Optional.of(HostTensor.of(tensor).integers())
                : Optional.empty();
    }
}
