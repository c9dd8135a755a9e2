package io.tandem.scheduler.execution;

import io.tandem.backend.BufferSlice;
import io.tandem.backend.Executable;
import io.tandem.backend.Operand;
import io.tandem.backend.Program;
import io.tandem.graph.Node;
import io.tandem.graph.Tensor;
import io.tandem.scheduler.device.ActiveDevice;
import io.tandem.scheduler.plan.Command;
import io.tandem.scheduler.plan.Lane;
import io.tandem.scheduler.plan.Location;
import io.tandem.scheduler.plan.Plan;
import io.tandem.scheduler.plan.Transfer;
import io.tandem.scheduler.trace.CommandLabel;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Binds a plan to the memory of one slot: compiles its programs and decides how each transfer is made. Used once. */
final class Binder {
    private final Plan plan;
    private final List<ActiveDevice> devices;
    private final Schedule schedule;
    private final InputTable inputs;
    private final Addresses addresses;
    private final List<Executable> programs = new ArrayList<>();
    private final List<Binding.InPlace> inPlace = new ArrayList<>();
    private final boolean[] staged;
    private final boolean[] onHost;

    Binder(CompiledPlan compiled, Holdings holdings, int slot) {
        this.plan = compiled.plan();
        this.devices = compiled.devices();
        this.schedule = compiled.schedule();
        this.inputs = compiled.inputs();
        this.addresses = new Addresses(plan, devices, holdings, slot);
        this.staged = new boolean[inputs.tensors().size()];
        this.onHost = new boolean[inputs.tensors().size()];
    }

    /** Compiles. On failure nothing stays compiled. */
    Binding bind() {
        boolean bound = false;
        try {
            List<BoundLane> lanes = new ArrayList<>();
            for (Lane lane : schedule.lanes()) {
                List<Command> commands = schedule.commands(lane);
                List<Step> steps = new ArrayList<>();
                List<Waits> waits = new ArrayList<>();
                for (Command command : commands) {
                    steps.add(step(command));
                    waits.add(schedule.waits(command.id()));
                }
                lanes.add(new BoundLane(lane, steps, waits));
            }
            bound = true;
            return new Binding(lanes, inPlace, staged, onHost, programs);
        } finally {
            if (!bound) {
                programs.forEach(Executable::close);
            }
        }
    }

    private Step step(Command command) {
        return switch (command) {
            case Command.Upload upload -> input(upload);
            case Command.Copy copy -> copy(copy.id(), copy.transfer());
            case Command.Execute execute -> execute(execute);
        };
    }

    private Step execute(Command.Execute execute) {
        int device = execute.lane().device();
        List<Node> nodes = execute.segment().nodes();
        List<Program.Step> steps = new ArrayList<>();
        boolean writesState = false;
        for (Node node : nodes) {
            List<Operand> operands = new ArrayList<>();
            for (Tensor input : node.inputs()) {
                operands.add(addresses.operand(device, input));
            }
            steps.add(new Program.Step(
                    node, operands, addresses.operand(device, node.output()), addresses.scratch(device, node)));
            writesState |= node.op().writesState();
        }
        Executable program =
                devices.get(device).device().compile(new Program(CommandLabel.of(execute.segment()), steps));
        programs.add(program);
        return new Step.Execute(execute.id(), program, writesState);
    }

    private Step input(Command.Upload upload) {
        Transfer transfer = upload.transfer();
        int input = inputs.indexOf(transfer.storage());
        BufferSlice target = addresses.range(transfer.to(), transfer.storage(), transfer.offset(), transfer.bytes());
        Optional<MemorySegment> view = view(target);
        if (view.isEmpty()) {
            staged[input] = true;
            return new Step.InputUpload(upload.id(), input, transfer.offset(), target);
        }
        if (isExclusive(transfer)) {
            inPlace.add(new Binding.InPlace(input, transfer.offset(), view.get()));
            return new Step.InputInPlace(upload.id());
        }
        onHost[input] = true;
        return new Step.InputOnHost(upload.id(), input, transfer.offset(), view.get());
    }

    /** Whether nothing else ever lies where the input goes, so that it may be written before its turn. */
    private boolean isExclusive(Transfer transfer) {
        if (!(addresses.location(transfer.to(), transfer.storage()) instanceof Location.InArena own)
                || own.arena() != Location.Arena.SLOT) {
            return false;
        }
        for (Location other :
                plan.memory().devices().get(transfer.to()).locations().values()) {
            if (other instanceof Location.InArena arena
                    && !arena.equals(own)
                    && arena.arena() == own.arena()
                    && arena.chunk() == own.chunk()
                    && arena.offset() < own.offset() + own.bytes()
                    && own.offset() < arena.offset() + arena.bytes()) {
                return false;
            }
        }
        return true;
    }

    private Step copy(int id, Transfer transfer) {
        ActiveDevice from = devices.get(transfer.from());
        ActiveDevice to = devices.get(transfer.to());
        BufferSlice source = addresses.range(transfer.from(), transfer.storage(), transfer.offset(), transfer.bytes());
        BufferSlice target = addresses.range(transfer.to(), transfer.storage(), transfer.offset(), transfer.bytes());
        if (from == to || to.device().canUse(from.device())) {
            return new Step.DirectCopy(id, source, target);
        }
        Optional<MemorySegment> sourceView = view(source);
        Optional<MemorySegment> targetView = view(target);
        if (sourceView.isPresent()) {
            return targetView.isPresent()
                    ? new Step.HostCopy(id, sourceView.get(), targetView.get())
                    : new Step.UploadCopy(id, sourceView.get(), target);
        }
        return targetView.isPresent()
                ? new Step.DownloadCopy(id, from, source, targetView.get())
                : new Step.StagedCopy(id, from, source, target);
    }

    private static Optional<MemorySegment> view(BufferSlice slice) {
        return slice.buffer().hostView().map(view -> view.asSlice(slice.offset(), slice.bytes()));
    }
}
