package io.tandem.backend.cpu;

import io.tandem.backend.BufferSlice;
import io.tandem.backend.BufferUsage;
import io.tandem.backend.CommandQueue;
import io.tandem.backend.Device;
import io.tandem.backend.DeviceBuffer;
import io.tandem.backend.DeviceInfo;
import io.tandem.backend.Discovery;
import io.tandem.backend.Event;
import io.tandem.backend.Executable;
import io.tandem.backend.Operand;
import io.tandem.backend.Program;
import io.tandem.backend.Support;
import io.tandem.graph.Graph;
import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Node;
import io.tandem.graph.Tensor;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A product of two matrices on a device, whose memory can be bound wrongly. */
final class Product implements AutoCloseable {
    /** The rows and columns of each matrix. */
    static final int SIZE = 64;

    /** The bytes of each matrix. */
    static final long BYTES = (long) SIZE * SIZE * Float.BYTES;

    private static final long SLOT = 2 * BYTES;

    private final Device device;
    private final Node node;
    private final DeviceBuffer buffer;
    private final CommandQueue queue;

    Product(Map<String, String> options) {
        CpuBackendProvider provider = new CpuBackendProvider();
        DeviceInfo info =
                ((Discovery.Found) provider.discover(options)).devices().getFirst();
        device = provider.open(info, options);
        GraphBuilder graph = Graph.builder();
        Tensor a = graph.input("a", DType.F32, Shape.of(SIZE, SIZE));
        Tensor b = graph.input("b", DType.F32, Shape.of(SIZE, SIZE));
        node = Objects.requireNonNull(graph.mulMat(a, b).producer());
        buffer = device.allocate(3 * SLOT + scratchBytes(), BufferUsage.ACTIVATIONS);
        queue = device.newQueue();
    }

    long scratchBytes() {
        return ((Support.Yes) device.supports(node)).scratchBytes();
    }

    /** A part of the memory: 0 and 1 are for the operands, 2 for the result, 3 for scratch. */
    BufferSlice slice(int slot, long offset, long bytes) {
        return buffer.slice(slot * SLOT + offset, bytes);
    }

    Executable compile() {
        long scratch = scratchBytes();
        return compile(slice(0, 0, BYTES), slice(2, 0, BYTES), slice(3, 0, scratch));
    }

    /** Compiles with the first operand, the result and scratch in the given memory. */
    Executable compile(BufferSlice operand, BufferSlice result, BufferSlice scratch) {
        List<Operand> inputs = List.of(
                Operand.of(node.inputs().get(0), operand),
                Operand.of(node.inputs().get(1), slice(1, 0, BYTES)));
        return device.compile(new Program(
                "product", List.of(new Program.Step(node, inputs, Operand.of(node.output(), result), scratch))));
    }

    /** Sets both operands to values whose product needs no rounding. */
    void upload() {
        float[] values = new float[SIZE * SIZE];
        for (int i = 0; i < values.length; i++) {
            values[i] = value(i);
        }
        queue.upload(MemorySegment.ofArray(values), slice(0, 0, BYTES), List.of());
        queue.upload(MemorySegment.ofArray(values), slice(1, 0, BYTES), List.of());
    }

    private static int value(int index) {
        return index % 7 - 3;
    }

    Event run(Executable program) {
        return queue.execute(program, List.of());
    }

    float[] result() {
        float[] values = new float[SIZE * SIZE];
        queue.download(slice(2, 0, BYTES), MemorySegment.ofArray(values), List.of())
                .await(Long.MAX_VALUE);
        return values;
    }

    /** What comes out after {@link #upload}. */
    static float[] expected() {
        float[] values = new float[SIZE * SIZE];
        for (int column = 0; column < SIZE; column++) {
            for (int row = 0; row < SIZE; row++) {
                for (int k = 0; k < SIZE; k++) {
                    values[column * SIZE + row] += value(row * SIZE + k) * value(column * SIZE + k);
                }
            }
        }
        return values;
    }

    @Override
    public void close() {
        queue.close();
        buffer.close();
        device.close();
    }
}
