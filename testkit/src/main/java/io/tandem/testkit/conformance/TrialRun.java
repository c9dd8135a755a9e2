package io.tandem.testkit.conformance;

import io.tandem.backend.BackendException;
import io.tandem.backend.BufferSlice;
import io.tandem.backend.BufferUsage;
import io.tandem.backend.CommandQueue;
import io.tandem.backend.Device;
import io.tandem.backend.DeviceBuffer;
import io.tandem.backend.Executable;
import io.tandem.backend.Operand;
import io.tandem.backend.Program;
import io.tandem.backend.Support;
import io.tandem.backend.WeightLayout;
import io.tandem.graph.Node;
import io.tandem.graph.Tensor;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A trial on a device: every tensor in memory between guard bytes, compiled, run, read back. Finds writes outside the
 * result as well.
 */
final class TrialRun implements AutoCloseable {
    private static final long TIMEOUT_NANOS = TimeUnit.MINUTES.toNanos(2);

    private final Device device;
    private final Trial trial;
    private final CommandQueue queue;
    private final Deque<AutoCloseable> resources = new ArrayDeque<>();
    private final Map<Tensor, GuardedMemory> memory = new HashMap<>();
    private final Map<Tensor, WeightLayout> weightLayouts = new HashMap<>();
    private final Executable program;

    private TrialRun(Device device, Trial trial) {
        this.device = device;
        this.trial = trial;
        this.queue = opened(device.newQueue());
        trial.graph().tensors().forEach(this::place);
        this.program = opened(device.compile(new Program("trial", steps())));
    }

    /** Throws an AssertionError if the trial does not come out on {@code device} as it must. */
    static void check(Device device, Device reference, Trial trial) {
        if (trial.failure() != null) {
            BackendException failure = failure(device, trial);
            if (failure.kind() != trial.failure()) {
                throw new AssertionError("Failed with " + failure.kind() + " instead of " + trial.failure(), failure);
            }
            return;
        }
        MemorySegment expected = trial.expected() == null ? result(reference, trial.apart()) : trial.expected();
        Comparison.check(trial.result().layout(), expected, result(device, trial), trial.bound());
    }

    /** The bytes of the result. The run must succeed. */
    private static MemorySegment result(Device device, Trial trial) {
        try (TrialRun run = new TrialRun(device, trial)) {
            return run.run();
        }
    }

    /**
     * Runs twice, as a program is compiled once and run many times; the second run must find its inputs where the first
     * one found them.
     */
    private MemorySegment run() {
        fill();
        execute();
        MemorySegment first = slot(trial.result()).read(queue);
        fill();
        execute();
        MemorySegment second = slot(trial.result()).read(queue);
        if (first.mismatch(second) >= 0) {
            throw new AssertionError("A second run gave another result, from byte " + first.mismatch(second) + " on");
        }
        return second;
    }

    /** The failure of the run. It must fail. */
    private static BackendException failure(Device device, Trial trial) {
        try (TrialRun run = new TrialRun(device, trial)) {
            run.fill();
            run.execute();
        } catch (BackendException e) {
            return e;
        }
        throw new AssertionError("The run succeeded");
    }

    private void fill() {
        memory.values().forEach(slot -> slot.reset(queue));
    }

    private void execute() {
        if (!queue.execute(program, List.of()).await(TIMEOUT_NANOS)) {
            throw new AssertionError("The program is not done after two minutes");
        }
        Tensor written = owner(trial.result());
        memory.forEach((tensor, slot) -> slot.check(queue, tensor, tensor.equals(written) || isScratch(tensor)));
    }

    /** Whether the graph writes the tensor's memory on the way to its result. */
    private boolean isScratch(Tensor tensor) {
        return tensor.kind() == Tensor.Kind.RESULT
                || trial.graph().nodes().stream()
                        .anyMatch(node ->
                                node.op().writesState() && owner(node.output()).equals(tensor));
    }

    private void place(Tensor tensor) {
        if (owner(tensor) != tensor) {
            return;
        }
        MemorySegment contents = trial.contents().get(tensor);
        BufferUsage usage = switch (tensor.kind()) {
            case WEIGHT -> BufferUsage.WEIGHTS;
            case STATE -> BufferUsage.STATES;
            case INPUT, RESULT, VIEW -> BufferUsage.ACTIVATIONS;
        };
        if (tensor.weight() != null) {
            contents = weightBytes(tensor);
        }
        long bytes = contents == null ? tensor.layout().byteExtent() : contents.byteSize();
        memory.put(tensor, opened(new GuardedMemory(device, usage, bytes, contents)));
    }

    private @Nullable MemorySegment weightBytes(Tensor tensor) {
        var weight = tensor.weight();
        if (weight == null) {
            return null;
        }
        WeightLayout layout =
                device.layout(weight, trial.graph().readers(tensor)).orElse(null);
        if (layout == null) {
            MemorySegment plain = MemorySegment.ofArray(new byte[Math.toIntExact(weight.bytes())]);
            weight.source().read(0, plain);
            return plain;
        }
        weightLayouts.put(tensor, layout);
        return Packing.pack(weight, layout);
    }

    /** The tensor under whose name the memory is kept: the first version of a state, the operand that is overwritten. */
    private Tensor owner(Tensor tensor) {
        Tensor storage = tensor.storage();
        Node producer = storage.producer();
        if (producer != null && producer.op().writesState()) {
            return owner(producer.inputs().getFirst());
        }
        if (producer != null && storage.equals(trial.result()) && trial.overwritten() >= 0) {
            return owner(producer.inputs().get(trial.overwritten()));
        }
        return storage;
    }

    private GuardedMemory slot(Tensor tensor) {
        GuardedMemory slot = memory.get(owner(tensor));
        if (slot == null) {
            throw new IllegalStateException("No memory for " + tensor);
        }
        return slot;
    }

    private List<Program.Step> steps() {
        List<Program.Step> steps = new ArrayList<>();
        for (Node node : trial.steps()) {
            List<Operand> inputs = node.inputs().stream().map(this::bind).toList();
            steps.add(new Program.Step(node, inputs, bind(node.output()), scratch(node)));
        }
        return steps;
    }

    private Operand bind(Tensor tensor) {
        WeightLayout layout = weightLayouts.get(tensor.storage());
        GuardedMemory slot = slot(tensor);
        return layout == null
                ? Operand.of(
                        tensor,
                        slot.slice(tensor.storageOffset(), tensor.layout().byteExtent()))
                : new Operand(tensor, slot.slice(0, layout.bytes()), layout);
    }

    private @Nullable BufferSlice scratch(Node node) {
        return switch (device.supports(node)) {
            case Support.No(String reason) -> throw new AssertionError(node + " is not supported: " + reason);
            case Support.Yes(long bytes) when bytes == 0 -> null;
            case Support.Yes(long bytes) -> {
                DeviceBuffer buffer = opened(device.allocate(bytes, BufferUsage.ACTIVATIONS));
                yield buffer.slice(0, bytes);
            }
        };
    }

    private <T extends AutoCloseable> T opened(T resource) {
        resources.push(resource);
        return resource;
    }

    @Override
    public void close() {
        for (AutoCloseable resource : resources) {
            try {
                resource.close();
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
