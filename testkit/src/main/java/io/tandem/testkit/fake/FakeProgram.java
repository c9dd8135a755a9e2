package io.tandem.testkit.fake;

import io.tandem.backend.BufferSlice;
import io.tandem.backend.BufferUsage;
import io.tandem.backend.Device;
import io.tandem.backend.DeviceBuffer;
import io.tandem.backend.Executable;
import io.tandem.backend.Operand;
import io.tandem.backend.Program;
import io.tandem.backend.WeightLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Rewrites a program to the delegate's buffers and compiles it there. */
final class FakeProgram {
    private final OpenFakeDevice device;
    private final Device delegate;
    private final Map<BufferSlice, PackedWeight> packedWeights = new HashMap<>();

    FakeProgram(OpenFakeDevice device, Device delegate) {
        this.device = device;
        this.delegate = delegate;
    }

    FakeExecutable compile(Program program) {
        try {
            List<Program.Step> steps = new ArrayList<>();
            for (Program.Step step : program.steps()) {
                BufferSlice scratch = step.scratch() == null ? null : device.delegateSlice(step.scratch());
                List<Operand> inputs = step.inputs().stream().map(this::rewrite).toList();
                steps.add(new Program.Step(step.node(), inputs, rewrite(step.output()), scratch));
            }
            Executable compiled = delegate.compile(new Program(program.name(), steps));
            return new FakeExecutable(device, program.name(), compiled, List.copyOf(packedWeights.values()));
        } catch (RuntimeException e) {
            packedWeights.values().stream().map(PackedWeight::plain).forEach(DeviceBuffer::close);
            throw e;
        }
    }

    private Operand rewrite(Operand operand) {
        WeightLayout layout = operand.weightLayout();
        BufferSlice slice = device.delegateSlice(operand.slice());
        if (layout == null) {
            return Operand.of(operand.tensor(), slice);
        }
        if (!(layout instanceof FakeWeightLayout own) || slice.bytes() != own.bytes()) {
            throw new IllegalArgumentException(
                    operand.tensor() + " is stored in layout " + layout.id() + " in " + slice.bytes()
                            + " bytes, which is not one of " + device.info().id());
        }
        long plainBytes = operand.tensor().layout().byteExtent();
        PackedWeight packed = packedWeights.computeIfAbsent(
                slice,
                key -> new PackedWeight(own, key, delegate.allocate(Math.max(1, plainBytes), BufferUsage.WEIGHTS)));
        return Operand.of(operand.tensor(), packed.plain().slice(0, plainBytes));
    }
}
