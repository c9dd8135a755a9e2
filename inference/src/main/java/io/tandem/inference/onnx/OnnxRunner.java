package io.tandem.inference.onnx;

import io.tandem.inference.onnx.format.OnnxTensor;
import io.tandem.inference.onnx.format.OnnxValue;
import io.tandem.scheduler.Inputs;
import io.tandem.scheduler.Run;
import io.tandem.scheduler.Scheduler;
import io.tandem.scheduler.Session;
import io.tandem.scheduler.plan.Placement;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Runs models once on given tensors: imports for their shapes, plans, runs and reads the outputs.
 *
 * @param scheduler the devices
 * @param placement where to run what
 */
public record OnnxRunner(Scheduler scheduler, Placement placement) {
    /**
     * The outputs of a model.
     *
     * @param model the model
     * @param inputs the contents of its inputs by name; those that decide shapes become part of the graph
     * @throws io.tandem.inference.ModelException if the model cannot be imported
     * @throws IllegalArgumentException if an input is missing or does not fit
     */
    public Map<String, OnnxTensor> run(OnnxModel model, Map<String, OnnxTensor> inputs) {
        ImportedGraph imported = model.graph(request(model, inputs));
        try (Session session = scheduler.open()) {
            Run run = session.run(scheduler.plan(imported.graph(), placement), fed(imported, inputs));
            Map<String, OnnxTensor> outputs = new LinkedHashMap<>();
            imported.outputs().forEach((name, port) -> outputs.put(name, read(run, name, port)));
            return outputs;
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
            fed = fed.and(port.getValue().tensor(), tensor.data());
        }
        return fed;
    }

    private static OnnxTensor read(Run run, String name, ImportedGraph.Port port) {
        long bytes = port.tensor().layout().byteExtent();
        MemorySegment data = MemorySegment.ofArray(new long[Math.toIntExact(Math.ceilDiv(bytes, Long.BYTES))])
                .asSlice(0, bytes);
        run.read(port.tensor(), data);
        return new OnnxTensor(name, port.shape(), port.type(), data, List.of());
    }
}
