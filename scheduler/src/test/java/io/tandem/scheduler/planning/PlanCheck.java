package io.tandem.scheduler.planning;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.backend.Device;
import io.tandem.backend.Support;
import io.tandem.graph.Node;
import io.tandem.graph.State;
import io.tandem.graph.Tensor;
import io.tandem.op.ViewOp;
import io.tandem.scheduler.plan.Command;
import io.tandem.scheduler.plan.Counts;
import io.tandem.scheduler.plan.Plan;
import io.tandem.scheduler.plan.Split;
import io.tandem.scheduler.plan.Transfer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Proves that a plan computes what its graph says, whatever the speed of the lanes. Written from the meaning of plans, with
 * none of the planner's code.
 */
final class PlanCheck {
    private final Plan plan;
    private final List<Device> devices;
    private final HappensBefore order;
    private final Map<Tensor, Integer> producers = new HashMap<>();
    private final Map<Transfer, Integer> copies = new HashMap<>();
    private final Map<State, List<List<Access>>> stateReads = new HashMap<>();

    private PlanCheck(Plan plan, List<Device> devices) {
        this.plan = plan;
        this.devices = devices;
        this.order = HappensBefore.of(plan, 1);
    }

    static Plan verify(Plan plan, List<Device> devices) {
        PlanCheck check = new PlanCheck(plan, devices);
        check.everyNodeRunsOnce();
        check.commandsAreInOrder();
        check.segmentsRunOnTheirDevices();
        check.operandsAreThere();
        check.statesAreReadBeforeTheyAreOverwritten();
        check.edgesAreMinimal();
        check.countsAreRight();
        new MemoryCheck(plan, devices).verify();
        return plan;
    }

    private void everyNodeRunsOnce() {
        List<Node> run =
                plan.splits().stream().flatMap(split -> split.nodes().stream()).toList();
        assertThat(run).doesNotHaveDuplicates();
        Set<Node> all = new HashSet<>(run);
        all.addAll(plan.dropped());
        assertThat(all)
                .isEqualTo(plan.graph().nodes().stream()
                        .filter(node -> !(node.op() instanceof ViewOp))
                        .collect(Collectors.toSet()));
        Set<Tensor> computed = run.stream().map(Node::output).collect(Collectors.toSet());
        List<Tensor> wanted = new ArrayList<>(plan.graph().outputs());
        plan.graph().states().forEach(state -> wanted.add(plan.graph().lastVersion(state)));
        for (Tensor tensor : wanted) {
            assertThat(tensor.storage().producer() == null || computed.contains(tensor.storage()))
                    .isTrue();
        }
    }

    private void commandsAreInOrder() {
        for (int id = 0; id < plan.commands().size(); id++) {
            Command command = plan.commands().get(id);
            assertThat(command.id()).isEqualTo(id);
            for (int other : command.after()) {
                assertThat(other).isLessThan(id);
                assertThat(plan.commands().get(other).lane()).isNotEqualTo(command.lane());
            }
            switch (command) {
                case Command.Upload upload -> producers.put(upload.transfer().storage(), id);
                case Command.Copy copy -> copies.put(copy.transfer(), id);
                case Command.Execute execute -> {
                    for (Node node : execute.segment().nodes()) {
                        producers.put(node.output(), id);
                    }
                }
            }
        }
    }

    private void segmentsRunOnTheirDevices() {
        List<Split.Segment> executed = new ArrayList<>();
        for (Command command : plan.commands()) {
            if (command instanceof Command.Execute execute) {
                executed.add(execute.segment());
            }
        }
        List<Split.Segment> all = new ArrayList<>();
        int last = -1;
        for (Split split : plan.splits()) {
            assertThat(split.device()).isNotEqualTo(last);
            last = split.device();
            all.addAll(split.segments());
            for (Node node : split.nodes()) {
                assertThat(plan.assignment(node.output()).device()).isEqualTo(split.device());
                assertThat(devices.get(split.device()).supports(node)).isInstanceOf(Support.Yes.class);
            }
        }
        assertThat(executed).isEqualTo(all);
    }

    private void operandsAreThere() {
        for (Command command : plan.commands()) {
            switch (command) {
                case Command.Upload upload ->
                    assertThat(upload.lane().device())
                            .isEqualTo(upload.transfer().to())
                            .isEqualTo(home(upload.transfer().storage()));
                case Command.Copy copy -> verifySource(copy);
                case Command.Execute execute -> {
                    for (int step = 0; step < execute.segment().nodes().size(); step++) {
                        verifyOperands(execute, step);
                    }
                }
            }
        }
    }

    private int home(Tensor storage) {
        return plan.assignment(storage).device();
    }

    private void verifySource(Command.Copy copy) {
        Tensor storage = copy.transfer().storage();
        assertThat(copy.transfer().from())
                .isEqualTo(home(storage))
                .isNotEqualTo(copy.transfer().to());
        assertThat(copy.lane().device()).isEqualTo(copy.transfer().to());
        Integer producer = producers.get(storage);
        if (producer != null) {
            assertThat(order.test(producer, copy.id()))
                    .as("%s is there before it is copied", storage)
                    .isTrue();
        }
        noteStateRead(storage, new Access(copy.id(), 0, false));
    }

    private void verifyOperands(Command.Execute execute, int step) {
        Node node = execute.segment().nodes().get(step);
        int device = execute.lane().device();
        for (Tensor operand : node.inputs()) {
            Tensor storage = operand.storage();
            if (storage.kind() == Tensor.Kind.WEIGHT) {
                continue;
            }
            if (home(storage) == device) {
                verifyLocal(execute, step, storage);
                boolean overwrites =
                        node.op().writesState() && operand == node.inputs().getFirst();
                if (!overwrites) {
                    noteStateRead(storage, new Access(execute.id(), step, false));
                }
            } else {
                verifyCopy(execute, operand, device);
            }
        }
    }

    private void verifyLocal(Command.Execute execute, int step, Tensor storage) {
        Integer producer = producers.get(storage);
        if (producer == null) {
            assertThat(storage.kind()).isEqualTo(Tensor.Kind.STATE);
        } else if (producer == execute.id()) {
            int position = execute.segment().nodes().indexOf(storage.producer());
            assertThat(position).isLessThan(step).isNotNegative();
        } else {
            assertThat(order.test(producer, execute.id())).isTrue();
        }
    }

    private void verifyCopy(Command.Execute execute, Tensor operand, int device) {
        List<Transfer> bringing = copies.keySet().stream()
                .filter(copy -> copy.storage() == operand.storage() && copy.to() == device)
                .toList();
        assertThat(bringing).as("copies of %s", operand.storage()).hasSize(1);
        Transfer copy = bringing.getFirst();
        assertThat(order.test(copies.get(copy), execute.id())).isTrue();
        assertThat(copy.offset()).isLessThanOrEqualTo(operand.storageOffset());
        assertThat(copy.offset() + copy.bytes())
                .isGreaterThanOrEqualTo(
                        operand.storageOffset() + operand.layout().byteExtent());
    }

    private void noteStateRead(Tensor storage, Access access) {
        if (storage.state() != null) {
            List<List<Access>> versions = stateReads.computeIfAbsent(storage.state(), state -> new ArrayList<>());
            while (versions.size() <= storage.version()) {
                versions.add(new ArrayList<>());
            }
            versions.get(storage.version()).add(access);
        }
    }

    private void statesAreReadBeforeTheyAreOverwritten() {
        for (Command command : plan.commands()) {
            if (command instanceof Command.Execute execute) {
                List<Node> nodes = execute.segment().nodes();
                for (int step = 0; step < nodes.size(); step++) {
                    if (nodes.get(step).op().writesState()) {
                        verifyOverwriting(execute.id(), step, nodes.get(step).output());
                    }
                }
            }
        }
    }

    private void verifyOverwriting(int id, int step, Tensor version) {
        List<List<Access>> versions = stateReads.getOrDefault(version.state(), List.of());
        for (int i = 0; i < versions.size(); i++) {
            for (Access read : versions.get(i)) {
                boolean older = i < version.version();
                boolean ordered = older
                        ? isBefore(read.command(), read.step(), id, step)
                        : isBefore(id, step, read.command(), read.step());
                assertThat(ordered)
                        .as("read of version %d and write of version %d of %s", i, version.version(), version.state())
                        .isTrue();
            }
        }
    }

    private boolean isBefore(int command, int step, int otherCommand, int otherStep) {
        return command == otherCommand ? step < otherStep : order.test(command, otherCommand);
    }

    private void edgesAreMinimal() {
        Map<Object, Integer> last = new HashMap<>();
        for (Command command : plan.commands()) {
            List<Integer> known = new ArrayList<>(command.after());
            Integer previous = last.put(command.lane(), command.id());
            if (previous != null) {
                known.add(previous);
            }
            for (int edge : command.after()) {
                assertThat(known.stream().anyMatch(other -> other != edge && order.test(edge, other)))
                        .as("edge %d -> %d follows from others", edge, command.id())
                        .isFalse();
            }
        }
    }

    private void countsAreRight() {
        Counts counts = plan.counts();
        assertThat(counts.splits()).isEqualTo(plan.splits().size());
        assertThat(counts.segments())
                .isEqualTo(plan.splits().stream()
                        .mapToInt(split -> split.segments().size())
                        .sum());
        assertThat(counts.copies()).isEqualTo(plan.copies().size());
        assertThat(counts.copyBytes())
                .isEqualTo(plan.copies().stream().mapToLong(Transfer::bytes).sum());
        assertThat(counts.uploads()).isEqualTo(plan.uploads().size());
        assertThat(counts.uploadBytes())
                .isEqualTo(plan.uploads().stream().mapToLong(Transfer::bytes).sum());
        assertThat(counts.replicas()).isEqualTo(plan.replicas().size());
        assertThat(counts.replicaBytes())
                .isEqualTo(plan.replicas().stream().mapToLong(Transfer::bytes).sum());
    }
}
