package io.tandem.benchmarks;

import io.tandem.backend.BufferSlice;
import io.tandem.backend.BufferUsage;
import io.tandem.backend.CommandQueue;
import io.tandem.backend.Device;
import io.tandem.backend.DeviceBuffer;
import io.tandem.backend.Event;
import io.tandem.backend.Executable;
import io.tandem.backend.Operand;
import io.tandem.backend.Program;
import io.tandem.backend.Support;
import io.tandem.backend.WeightLayout;
import io.tandem.benchmarks.harness.Side;
import io.tandem.graph.Node;
import io.tandem.graph.Tensor;
import io.tandem.graph.Weight;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One node compiled once on a device and executed again and again, without a scheduler: what a kernel costs. */
final class DeviceProgram implements Side {
    private final Device device;
    private final CommandQueue queue;
    private final BufferSlice output;
    private final Executable executable;
    private final List<DeviceBuffer> buffers = new ArrayList<>();

    /**
     * Compiles a node.
     *
     * @param device closed with the program, or when this fails
     * @param node of weights and inputs; weights lie in the layout that the device asks for
     * @param inputs the values of its operands that are inputs, in order
     */
    static DeviceProgram open(Device device, Node node, float[]... inputs) {
        try {
            return new DeviceProgram(device, node, inputs);
        } catch (RuntimeException e) {
            device.close();
            throw e;
        }
    }

    private DeviceProgram(Device device, Node node, float[]... inputs) {
        this.device = device;
        this.queue = device.newQueue();
        List<Operand> operands = new ArrayList<>();
        int next = 0;
        for (Tensor tensor : node.inputs()) {
            Weight weight = tensor.weight();
            operands.add(weight == null ? input(tensor, inputs[next++]) : weight(tensor, weight, node));
        }
        this.output = allocate(node.output().layout().byteExtent(), BufferUsage.ACTIVATIONS);
        Program.Step step =
                new Program.Step(node, operands, Operand.of(node.output(), output), scratch(device.supports(node)));
        this.executable = device.compile(new Program(node.name(), List.of(step)));
    }

    private Operand input(Tensor tensor, float[] values) {
        BufferSlice slice = allocate(tensor.layout().byteExtent(), BufferUsage.ACTIVATIONS);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment stored = arena.allocate(slice.bytes(), Long.BYTES);
            tensor.type().codec().encode(values, 0, stored, 0, values.length);
            upload(stored, slice);
        }
        return Operand.of(tensor, slice);
    }

    private Operand weight(Tensor tensor, Weight weight, Node use) {
        Optional<WeightLayout> layout = device.layout(weight, List.of(use));
        long bytes = layout.map(WeightLayout::bytes).orElse(weight.source().bytes());
        BufferSlice slice = allocate(bytes, BufferUsage.WEIGHTS);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment packed = arena.allocate(bytes, 64);
            layout.ifPresentOrElse(
                    own -> own.pack(
                            weight.source(), packed, 0, weight.layout().shape().rows()),
                    () -> weight.source().read(0, packed));
            upload(packed, slice);
        }
        return new Operand(tensor, slice, layout.orElse(null));
    }

    private @Nullable BufferSlice scratch(Support support) {
        return switch (support) {
            case Support.No no ->
                throw new IllegalStateException(device.info().id() + " cannot run it: " + no.reason());
            case Support.Yes yes when yes.scratchBytes() == 0 -> null;
            case Support.Yes yes -> allocate(yes.scratchBytes(), BufferUsage.ACTIVATIONS);
        };
    }

    private BufferSlice allocate(long bytes, BufferUsage usage) {
        DeviceBuffer buffer = device.allocate(bytes, usage);
        buffers.add(buffer);
        return buffer.slice(0, bytes);
    }

    private void upload(MemorySegment source, BufferSlice target) {
        finish(queue.upload(source, target, List.of()));
    }

    private static void finish(Event event) {
        event.await(Long.MAX_VALUE);
    }

    @Override
    public void run() {
        finish(queue.execute(executable, List.of()));
    }

    @Override
    public float[] result() {
        float[] values = new float[Math.toIntExact(output.bytes() / Float.BYTES)];
        finish(queue.download(output, MemorySegment.ofArray(values), List.of()));
        return values;
    }

    @Override
    public void close() {
        executable.close();
        queue.close();
        buffers.reversed().forEach(DeviceBuffer::close);
        device.close();
    }
}
