package io.tandem.inference.onnx;

import io.tandem.backend.BufferSlice;
import io.tandem.backend.BufferUsage;
import io.tandem.backend.CommandQueue;
import io.tandem.backend.Device;
import io.tandem.backend.DeviceBuffer;
import io.tandem.backend.Discovery;
import io.tandem.backend.Executable;
import io.tandem.backend.Operand;
import io.tandem.backend.Program;
import io.tandem.graph.Graph;
import io.tandem.graph.Node;
import io.tandem.graph.Tensor;
import io.tandem.graph.Weight;
import io.tandem.op.ViewOp;
import io.tandem.testkit.reference.ReferenceBackend;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs a graph on the reference backend, every tensor in a buffer of its own. */
final class GraphRun implements AutoCloseable {
    private final Device device;
    private final CommandQueue queue;
    private final Map<Tensor, DeviceBuffer> buffers = new HashMap<>();

    private GraphRun(Device device) {
        this.device = device;
        this.queue = device.newQueue();
    }

    /** The bytes of the outputs, in the graph's order, for the bytes of its inputs. */
    static Map<String, byte[]> of(Graph graph, Map<String, MemorySegment> inputs) {
        ReferenceBackend backend = new ReferenceBackend();
        Discovery.Found found = (Discovery.Found) backend.discover(Map.of());
        try (Device device = backend.open(found.devices().getFirst(), Map.of());
                GraphRun run = new GraphRun(device)) {
            return run.outputs(graph, inputs);
        }
    }

    private Map<String, byte[]> outputs(Graph graph, Map<String, MemorySegment> inputs) {
        for (Tensor tensor : graph.tensors()) {
            if (tensor.kind() != Tensor.Kind.VIEW) {
                buffers.put(
                        tensor, device.allocate(Math.max(1, tensor.layout().byteExtent()), BufferUsage.ACTIVATIONS));
            }
        }
        graph.inputs().forEach(input -> upload(input, inputs.get(input.name())));
        graph.weights().forEach(this::upload);
        execute(graph);
        Map<String, byte[]> outputs = new HashMap<>();
        graph.outputsByName().forEach((name, tensor) -> {
            byte[] bytes = new byte[(int) tensor.layout().byteExtent()];
            queue.download(slice(tensor), MemorySegment.ofArray(bytes), List.of());
            outputs.put(name, bytes);
        });
        return outputs;
    }

    private void execute(Graph graph) {
        List<Program.Step> steps = new ArrayList<>();
        for (Node node : graph.nodes()) {
            if (!(node.op() instanceof ViewOp)) {
                steps.add(new Program.Step(
                        node, node.inputs().stream().map(this::operand).toList(), operand(node.output()), null));
            }
        }
        try (Executable executable = device.compile(new Program("test", steps))) {
            queue.execute(executable, List.of()).await(TimeUnit.MINUTES.toNanos(5));
        }
    }

    private void upload(Tensor tensor) {
        Weight weight = tensor.weight();
        if (weight == null) {
            throw new IllegalStateException(tensor + " is no weight");
        }
        MemorySegment bytes = MemorySegment.ofArray(new byte[(int) weight.bytes()]);
        weight.source().read(0, bytes);
        upload(tensor, bytes);
    }

    private void upload(Tensor tensor, MemorySegment bytes) {
        if (tensor.layout().byteExtent() > 0) {
            queue.upload(bytes, slice(tensor), List.of());
        }
    }

    private Operand operand(Tensor tensor) {
        return Operand.of(tensor, slice(tensor));
    }

    private BufferSlice slice(Tensor tensor) {
        DeviceBuffer buffer = buffers.get(tensor.storage());
        return buffer.slice(tensor.storageOffset(), tensor.layout().byteExtent());
    }

    @Override
    public void close() {
        queue.close();
        buffers.values().forEach(DeviceBuffer::close);
    }
}
