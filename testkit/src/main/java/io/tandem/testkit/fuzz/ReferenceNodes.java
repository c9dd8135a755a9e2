package io.tandem.testkit.fuzz;

import io.tandem.backend.BufferUsage;
import io.tandem.backend.CommandQueue;
import io.tandem.backend.Device;
import io.tandem.backend.Discovery;
import io.tandem.backend.Executable;
import io.tandem.backend.Operand;
import io.tandem.backend.Program;
import io.tandem.graph.Node;
import io.tandem.graph.Tensor;
import io.tandem.testkit.reference.ReferenceBackend;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;

/** Runs single nodes on the reference backend. */
final class ReferenceNodes implements AutoCloseable {
    private final Device device;
    private final CommandQueue queue;

    ReferenceNodes() {
        ReferenceBackend backend = new ReferenceBackend();
        Discovery.Found found = (Discovery.Found) backend.discover(Map.of());
        device = backend.open(found.devices().getFirst(), Map.of());
        queue = device.newQueue();
    }

    /** The bytes of a node's result, given those of its operands' storages. */
    MemorySegment result(Node node, Contents contents) {
        MemorySegment result = MemorySegment.ofArray(
                new byte[Math.toIntExact(node.output().layout().byteExtent())]);
        if (node.op().writesState()) {
            result.copyFrom(contents.of(node.inputs().getFirst()));
        }
        List<Operand> inputs = node.inputs().stream()
                .map(input -> {
                    boolean written =
                            node.op().writesState() && input == node.inputs().getFirst();
                    return bind(input, written ? result : contents.of(input), input.storageOffset());
                })
                .toList();
        Program.Step step = new Program.Step(node, inputs, bind(node.output(), result, 0), null);
        try (Executable program = device.compile(new Program(node.toString(), List.of(step)))) {
            queue.execute(program, List.of()).await(0);
        }
        return result;
    }

    private Operand bind(Tensor tensor, MemorySegment memory, long offset) {
        return Operand.of(
                tensor,
                device.wrap(memory, BufferUsage.ACTIVATIONS)
                        .orElseThrow()
                        .slice(offset, tensor.layout().byteExtent()));
    }

    @Override
    public void close() {
        queue.close();
        device.close();
    }
}
