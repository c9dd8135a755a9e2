package io.tandem.inference.onnx;

import io.tandem.inference.onnx.convert.Layouts;
import io.tandem.inference.onnx.format.OnnxTensor;
import io.tandem.inference.onnx.format.OnnxType;
import io.tandem.inference.onnx.format.OnnxValue;
import io.tandem.inference.onnx.host.HostTensor;
import io.tandem.scheduler.Inputs;
import io.tandem.scheduler.Run;
import io.tandem.scheduler.Scheduler;
import io.tandem.scheduler.Session;
import io.tandem.scheduler.SessionOptions;
import io.tandem.scheduler.Timeline;
import io.tandem.scheduler.plan.Placement;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Runs models once on given tensors: imports for their shapes, plans, runs and reads the outputs.
 *
 * @param scheduler the devices
 * @param placement where to run what
 */
public record OnnxRunner(Scheduler scheduler, Placement placement) {
    /**
     * What a run gave.
     *
     * @param outputs the outputs by name
     * @param notes what the import settled for, see {@link ImportedGraph#notes()}
     * @param timeline what ran when, if it was recorded
     */
    public record Result(Map<String, OnnxTensor> outputs, List<String> notes, Optional<Timeline> timeline) {}

    /**
     * The outputs of a model.
     *
     * @param model the model
     * @param inputs the contents of its inputs by name; those that decide shapes become part of the graph
     * @throws io.tandem.inference.ModelException if the model cannot be imported
     * @throws IllegalArgumentException if an input is missing or does not fit
     */
    public Map<String, OnnxTensor> run(OnnxModel model, Map<String, OnnxTensor> inputs) {
        return run(model, inputs, SessionOptions.defaults()).outputs();
    }

    /**
     * The outputs of a model and how they came about.
     *
     * @param model the model
     * @param inputs the contents of its inputs by name; those that decide shapes become part of the graph
     * @param options of the session that runs it
     * @throws io.tandem.inference.ModelException if the model cannot be imported
     * @throws IllegalArgumentException if an input is missing or does not fit
     */
    public Result run(OnnxModel model, Map<String, OnnxTensor> inputs, SessionOptions options) {
        ImportedGraph imported = model.graph(request(model, inputs));
        try (Session session = scheduler.open(options)) {
            Run run = session.run(scheduler.plan(imported.graph(), placement), fed(imported, inputs));
            Map<String, OnnxTensor> outputs = new LinkedHashMap<>();
            imported.outputs().forEach((name, port) -> outputs.put(name, read(run, name, port)));
            Optional<Timeline> timeline = options.recordsTimelines() ? Optional.of(run.timeline()) : Optional.empty();
            return new Result(outputs, imported.notes(), timeline);
        }
    }

    /**
     * What to import for these inputs.
     *
     * @throws IllegalArgumentException if one is missing
     */
    public static ImportRequest request(OnnxModel model, Map<String, OnnxTensor> inputs) {
        for (OnnxValue input : model.inputs()) {
            if (!inputs.containsKey(input.name())) {
                throw new IllegalArgumentException("Input '" + input.name() + "' is missing");
            }
        }
        Set<String> deciding = model.shapeInputs();
        ImportRequest request = ImportRequest.create();
        for (Map.Entry<String, OnnxTensor> input : inputs.entrySet()) {
            request = deciding.contains(input.getKey())
                    ? request.withValue(input.getKey(), input.getValue())
                    : request.withShape(input.getKey(), input.getValue().dimensions());
        }
        return request;
    }

    private static Inputs fed(ImportedGraph imported, Map<String, OnnxTensor> inputs) {
        Inputs fed = Inputs.none();
        for (Map.Entry<String, ImportedGraph.Port> port : imported.inputs().entrySet()) {
            OnnxTensor tensor = Objects.requireNonNull(inputs.get(port.getKey()));
            if (tensor.type() != port.getValue().type()) {
                throw new IllegalArgumentException("Input '" + port.getKey() + "' takes elements of type "
                        + port.getValue().type() + ", not " + tensor.type());
            }
            fed = fed.and(port.getValue().tensor(), stored(tensor).data());
        }
        return fed;
    }

    /** A tensor as devices keep its type. */
    private static OnnxTensor stored(OnnxTensor tensor) {
        OnnxType kept = Layouts.stored(tensor.type());
        return kept == tensor.type() ? tensor : HostTensor.converted(tensor, kept);
    }

    private static OnnxTensor read(Run run, String name, ImportedGraph.Port port) {
        long bytes = port.tensor().layout().byteExtent();
        MemorySegment data = MemorySegment.ofArray(new long[Math.toIntExact(Math.ceilDiv(bytes, Long.BYTES))])
                .asSlice(0, bytes);
        run.read(port.tensor(), data);
        OnnxType kept = Layouts.stored(port.type());
        OnnxTensor read = new OnnxTensor(name, port.shape(), kept, data, List.of());
        return kept == port.type() ? read : HostTensor.converted(read, port.type());
    }
}
