package io.tandem.inference.onnx.convert;

import io.tandem.graph.Graph;
import io.tandem.graph.Tensor;
import io.tandem.inference.onnx.format.OnnxGraph;
import io.tandem.inference.onnx.format.OnnxNode;
import io.tandem.inference.onnx.format.OnnxType;
import io.tandem.inference.onnx.format.OnnxValue;
import io.tandem.inference.onnx.host.Attributes;
import io.tandem.inference.onnx.host.Dims;
import io.tandem.inference.onnx.host.HostCall;
import io.tandem.inference.onnx.host.HostFunctions;
import io.tandem.inference.onnx.host.HostTensor;
import io.tandem.inference.onnx.host.Refusal;
import io.tandem.inference.onnx.rewrite.NodeGraph;
import io.tandem.tensor.DType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Builds the graph of one model for inputs of given shapes. Nodes whose operands are all known are computed right away,
 * the others become operations. For one use.
 */
public final class GraphImport {
    /** Nodes with operands of more elements are left to the devices if those can take them. */
    private static final long FOLDED_ELEMENTS = 1 << 16;

    private final NodeGraph nodes;
    private final Map<String, Long> versions;
    private final ConstantPool pool;
    private final Emitter emitter = new Emitter(Graph.builder());
    private final Map<String, Value> values = new HashMap<>();
    private final Set<String> sharedNames = new HashSet<>();
    private final Set<String> missing = new HashSet<>();
    private final Problems problems = new Problems();
    private int branches;

    /**
     * An import.
     *
     * @param nodes the model's graph
     * @param versions the versions of its operator sets by domain
     * @param pool its constants
     */
    public GraphImport(NodeGraph nodes, Map<String, Long> versions, ConstantPool pool) {
        this.nodes = nodes;
        this.versions = versions;
        this.pool = pool;
        nodes.constants()
                .keySet()
                .forEach(name -> values.put(name, pool.find(name).orElseThrow()));
        sharedNames.addAll(values.keySet());
    }

    /** What came out: the graph, its outputs and what the importer had to settle for. */
    public record Result(
            Graph graph, Map<String, Computed> inputs, Map<String, Computed> outputs, List<String> notes) {}

    /**
     * Builds the graph.
     *
     * @param shapes the shape of each input that is fed
     * @param known the inputs whose elements are known already
     * @param wanted the outputs to compute
     * @throws Refusal if it cannot be built
     */
    public Result run(Map<String, Dims> shapes, Map<String, HostTensor> known, Set<String> wanted) {
        Map<String, Computed> inputs = new LinkedHashMap<>();
        for (OnnxValue input : nodes.inputs()) {
            HostTensor constant = known.get(input.name());
            Value value = constant == null ? input(input, shapes) : Constant.of(input.name(), constant);
            values.put(input.name(), value);
            if (value instanceof Computed computed) {
                inputs.put(input.name(), computed);
            }
        }
        Set<OnnxNode> needed = new Reachability(nodes).from(wanted);
        nodes.nodes().stream().filter(needed::contains).forEach(this::add);
        problems.throwIfAny();
        Map<String, Computed> outputs = new LinkedHashMap<>();
        for (OnnxValue output : nodes.outputs()) {
            if (wanted.contains(output.name())) {
                outputs.put(output.name(), output(output));
            }
        }
        return new Result(emitter.graph().build(), inputs, outputs, emitter.notes());
    }

    private Computed input(OnnxValue input, Map<String, Dims> shapes) {
        Dims dims = shapes.get(input.name());
        if (dims == null) {
            throw Refusal.invalid("input '" + input.name() + "' has no shape");
        }
        DType type = deviceType("input '" + input.name() + "'", input.type());
        return new Computed(input.type(), dims, emitter.graph().input(input.name(), type, Layouts.shape(dims)));
    }

    private DType deviceType(String what, OnnxType type) {
        try {
            emitter.noteStorage(type);
            return Layouts.type(type);
        } catch (Refusal e) {
            throw Refusal.unsupported(what + ": " + e.getMessage());
        }
    }

    private void add(OnnxNode node) {
        if (node.reads().stream().anyMatch(missing::contains)) {
            missing.addAll(node.outputs());
            return;
        }
        String version = versions.getOrDefault(node.domain(), versions.getOrDefault("", 1L))
                .toString();
        try {
            boolean isBranch = node.operator().equals("If") && node.domain().isEmpty();
            List<Value> results = isBranch ? branch(node) : results(node, Long.parseLong(version));
            if (results.isEmpty()) { // of a branch whose nodes are problems already
                missing.addAll(node.outputs());
                return;
            }
            for (int i = 0; i < node.outputs().size(); i++) {
                String name = node.outputs().get(i);
                if (!name.isEmpty()) {
                    define(name, results.get(i), node);
                }
            }
        } catch (Refusal e) {
            problems.add(node, version, e);
            missing.addAll(node.outputs());
        } catch (IllegalArgumentException | ArithmeticException | IndexOutOfBoundsException e) {
            problems.add(node, version, Refusal.invalid(String.valueOf(e.getMessage())));
            missing.addAll(node.outputs());
        }
    }

    private void define(String name, Value value, OnnxNode node) {
        boolean shared = value instanceof Constant && branches == 0 && sharedNames.containsAll(node.reads());
        if (shared) {
            sharedNames.add(name);
            values.put(name, pool.add(name, (Constant) value));
            return;
        }
        values.put(name, value);
        if (value instanceof Computed computed && branches == 0) {
            emitter.name(name, computed.tensor());
        }
    }

    /** The results of the branch that a condition chooses, whose nodes join the graph; none if some are unsupported. */
    private List<Value> branch(OnnxNode node) {
        if (node.inputs().isEmpty()) {
            throw Refusal.invalid("a choice without condition");
        }
        if (!(values.get(node.inputs().getFirst()) instanceof Constant condition)) {
            throw Refusal.unsupported("a condition that is not known before the run");
        }
        String name = condition.host().cell(0) != 0 ? "then_branch" : "else_branch";
        OnnxGraph body =
                new Attributes(node).graph(name).orElseThrow(() -> Refusal.invalid("a choice without " + name));
        NodeGraph graph = NodeGraph.of(body, values.keySet());
        Map<String, Value> around = new HashMap<>(values);
        Set<String> missingAround = new HashSet<>(missing);
        branches++;
        try (var _ = emitter.node(scope(node))) {
            graph.constants().forEach((key, tensor) -> values.put(key, Constant.of(scope(node) + "/" + key, tensor)));
            graph.nodes().forEach(this::add);
            List<String> results = graph.outputs().stream().map(OnnxValue::name).toList();
            return results.stream().anyMatch(missing::contains)
                    ? List.of()
                    : results.stream()
                            .map(result -> Objects.requireNonNull(values.get(result)))
                            .toList();
        } finally {
            branches--;
            values.clear();
            values.putAll(around);
            missing.clear();
            missing.addAll(missingAround);
        }
    }

    private List<Value> results(OnnxNode node, long version) {
        List<Optional<Value>> inputs = new ArrayList<>();
        node.inputs().forEach(name -> inputs.add(Optional.ofNullable(values.get(name))));
        Optional<Converter> converter = Converters.of(node.domain(), node.operator());
        boolean small = inputs.stream()
                .flatMap(Optional::stream)
                .allMatch(value -> value instanceof Constant && value.dims().elements() <= FOLDED_ELEMENTS);
        boolean constant = inputs.stream().flatMap(Optional::stream).allMatch(Constant.class::isInstance);
        if (small || (constant && converter.isEmpty())) {
            Optional<List<Value>> folded = folded(node, version, inputs, converter.isEmpty());
            if (folded.isPresent()) {
                return folded.get();
            }
        }
        Attributes attributes = new Attributes(node);
        try (var _ = emitter.node(scope(node))) {
            return converter
                    .orElseThrow(() -> Refusal.unsupported(""))
                    .convert(new Call(attributes, version, inputs, node.outputs(), emitter));
        }
    }

    private static String scope(OnnxNode node) {
        return node.name().isEmpty() ? node.operator() + "(" + String.join(",", node.outputs()) + ")" : node.name();
    }

    /** The results as constants, if the importer has a function for them. */
    private Optional<List<Value>> folded(
            OnnxNode node, long version, List<Optional<Value>> inputs, boolean lastResort) {
        var function = HostFunctions.of(node.domain(), node.operator());
        if (function.isEmpty()) {
            return Optional.empty();
        }
        List<String> outputs = node.outputs();
        try {
            List<Optional<HostTensor>> elements = inputs.stream()
                    .map(input -> input.map(value -> ((Constant) value).host()))
                    .toList();
            List<HostTensor> results =
                    function.get().apply(new HostCall(new Attributes(node), version, elements, outputs.size()));
            List<Value> constants = new ArrayList<>();
            for (int i = 0; i < results.size(); i++) {
                constants.add(Constant.of(i < outputs.size() ? outputs.get(i) : "", results.get(i)));
            }
            return Optional.of(constants);
        } catch (Refusal e) {
            if (e.isUnsupported() && !lastResort) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** An output as the model declares it: in its own type, without gaps, and computed rather than fed or a weight. */
    private Computed output(OnnxValue output) {
        Value value = Optional.ofNullable(values.get(output.name()))
                .orElseThrow(() -> Refusal.invalid("output '" + output.name() + "' has no value"));
        OnnxType type = value.type();
        DType stored = deviceType("output '" + output.name() + "'", type);
        Tensor packed = emitter.packed(emitter.cast(emitter.tensor(value), stored));
        boolean computed = packed.storage().kind() == Tensor.Kind.RESULT;
        Tensor result = computed ? packed : emitter.graph().cont(packed);
        emitter.graph().output(output.name(), result);
        return new Computed(type, value.dims(), result);
    }
}
