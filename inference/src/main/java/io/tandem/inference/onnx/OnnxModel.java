package io.tandem.inference.onnx;

import io.tandem.inference.ModelException;
import io.tandem.inference.UnsupportedModelException;
import io.tandem.inference.onnx.convert.Computed;
import io.tandem.inference.onnx.convert.ConstantPool;
import io.tandem.inference.onnx.convert.GraphImport;
import io.tandem.inference.onnx.format.OnnxFile;
import io.tandem.inference.onnx.format.OnnxTensor;
import io.tandem.inference.onnx.format.OnnxValue;
import io.tandem.inference.onnx.host.Dims;
import io.tandem.inference.onnx.host.HostTensor;
import io.tandem.inference.onnx.host.Refusal;
import io.tandem.inference.onnx.rewrite.Fusions;
import io.tandem.inference.onnx.rewrite.NodeGraph;
import io.tandem.inference.onnx.rewrite.ShapeInputs;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * An ONNX model, from which graphs are made for inputs of any shapes that it takes. All graphs of a model share its
 * weights, which stay where the file is mapped: close the model after everything that uses its graphs.
 *
 * <p>Safe for any number of threads.
 */
public final class OnnxModel implements AutoCloseable {
    private final OnnxFile file;
    private final NodeGraph plain;
    private final NodeGraph fused;
    private final ConstantPool constants;

    private OnnxModel(OnnxFile file) {
        this.file = file;
        this.plain = NodeGraph.of(file.graph());
        this.fused = Fusions.apply(plain);
        this.constants = new ConstantPool(plain.constants());
    }

    /**
     * Opens a model file.
     *
     * @throws ModelException if the file is missing, damaged, no ONNX model or contradicts itself
     */
    public static OnnxModel open(Path path) {
        return of(OnnxFile.open(path));
    }

    /**
     * Reads a model that is in memory.
     *
     * @param name what to call it in messages
     * @throws ModelException if the content is damaged, no ONNX model or contradicts itself
     */
    @SuppressWarnings("MustBeClosedChecker") // the file owns the arena
    public static OnnxModel of(String name, byte[] content) {
        Arena arena = Arena.ofShared();
        MemorySegment bytes = arena.allocate(content.length, Long.BYTES);
        return of(OnnxFile.of(name, bytes.copyFrom(MemorySegment.ofArray(content)), arena));
    }

    /**
     * A model of a file that is read already; takes the file over.
     *
     * @throws ModelException if the file contradicts itself
     */
    public static OnnxModel of(OnnxFile file) {
        try {
            return new OnnxModel(file);
        } catch (Refusal e) {
            file.close();
            throw failure("cannot read model ", file, e);
        } catch (RuntimeException e) {
            file.close();
            throw e;
        }
    }

    private static ModelException failure(String what, OnnxFile file, Refusal reason) {
        String message = what + file.name() + ": " + reason.getMessage();
        return reason.isUnsupported()
                ? new UnsupportedModelException(message, reason)
                : new ModelException(message, reason);
    }

    /** What messages call this model: its path, or the name that it was given. */
    public String name() {
        return file.name();
    }

    /** The files beside the model's own that hold some of its weights. */
    public List<Path> externalFiles() {
        return file.externalFiles();
    }

    /** What is fed on each run: names, types and dimensions, outermost first. */
    public List<OnnxValue> inputs() {
        return plain.inputs();
    }

    /** What comes out. */
    public List<OnnxValue> outputs() {
        return plain.outputs();
    }

    /** The inputs whose elements decide shapes: a request must give their values. */
    public Set<String> shapeInputs() {
        return ShapeInputs.of(plain);
    }

    /** The version of each operator set that the model is written for, by domain; ONNX's own has the empty domain. */
    public Map<String, Long> operatorSets() {
        return file.operatorSets();
    }

    /**
     * Builds a graph.
     *
     * @throws IllegalArgumentException if the request names inputs, outputs or dimensions that the model does not have,
     *     leaves a dimension open or contradicts one
     * @throws UnsupportedModelException if the model uses what is not supported, told together, node by node
     * @throws ModelException if the model contradicts itself
     */
    public ImportedGraph graph(ImportRequest request) {
        Map<String, HostTensor> values = new LinkedHashMap<>();
        NodeGraph nodes = request.fused() ? fused : plain;
        try {
            Map<String, Dims> shapes = new InputShapes(plain.inputs(), request).shapes();
            for (Map.Entry<String, OnnxTensor> value : request.values().entrySet()) {
                values.put(value.getKey(), HostTensor.of(value.getValue()));
            }
            GraphImport graphImport = new GraphImport(nodes, file.operatorSets(), constants);
            return imported(graphImport.run(shapes, values, wanted(request)));
        } catch (Refusal e) {
            throw failure("cannot import model ", file, e);
        }
    }

    private Set<String> wanted(ImportRequest request) {
        Set<String> all = new HashSet<>();
        outputs().forEach(output -> all.add(output.name()));
        for (String name : request.outputs()) {
            if (!all.contains(name)) {
                throw new IllegalArgumentException(
                        "Model " + name() + " has no output '" + name + "' but " + String.join(", ", all));
            }
        }
        return request.outputs().isEmpty() ? all : request.outputs();
    }

    private static ImportedGraph imported(GraphImport.Result result) {
        return new ImportedGraph(result.graph(), ports(result.inputs()), ports(result.outputs()), result.notes());
    }

    private static Map<String, ImportedGraph.Port> ports(Map<String, Computed> values) {
        Map<String, ImportedGraph.Port> ports = new LinkedHashMap<>();
        values.forEach((name, value) -> ports.put(
                name,
                new ImportedGraph.Port(
                        value.tensor(), value.type(), value.dims().toList())));
        return java.util.Collections.unmodifiableMap(ports);
    }

    /** Unmaps the file. Graphs of this model must not be used any more. Idempotent. */
    @Override
    public void close() {
        file.close();
    }
}
