package io.tandem.scheduler.planning;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.backend.Device;
import io.tandem.backend.Limits;
import io.tandem.graph.Node;
import io.tandem.graph.Tensor;
import io.tandem.scheduler.plan.Command;
import io.tandem.scheduler.plan.Location;
import io.tandem.scheduler.plan.Location.Arena;
import io.tandem.scheduler.plan.MemoryPlan.DeviceMemory;
import io.tandem.scheduler.plan.Plan;
import io.tandem.scheduler.plan.Transfer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Proves that no block of memory is overwritten while somebody needs it: of two blocks that overlap, every access to one is
 * done before any to the other starts, in one run and from one run to the next.
 */
final class MemoryCheck {
    private final Plan plan;
    private final List<Device> devices;
    private final HappensBefore order;
    private final List<Map<Object, Use>> uses = new ArrayList<>();

    /** A range of memory with everybody who touches it; the key is a storage or a node with scratch. */
    private record Use(Object key, Location.InArena place, List<Access> accesses, boolean lasting) {
        boolean overlaps(Use other) {
            long end = place.offset() + Math.max(1, place.bytes());
            long otherEnd = other.place.offset() + Math.max(1, other.place.bytes());
            return place.arena() == other.place.arena()
                    && place.chunk() == other.place.chunk()
                    && place.offset() < otherEnd
                    && other.place.offset() < end;
        }
    }

    MemoryCheck(Plan plan, List<Device> devices) {
        this.plan = plan;
        this.devices = devices;
        this.order = HappensBefore.of(plan, 2);
    }

    void verify() {
        for (int device = 0; device < devices.size(); device++) {
            uses.add(collect(device));
        }
        for (Command command : plan.commands()) {
            note(command);
        }
        for (int device = 0; device < devices.size(); device++) {
            verifyBounds(device);
            verifyOverlaps(new ArrayList<>(uses.get(device).values()));
        }
    }

    private Map<Object, Use> collect(int device) {
        Map<Object, Use> all = new HashMap<>();
        DeviceMemory memory = plan.memory().devices().get(device);
        memory.locations().forEach((storage, location) -> {
            if (location instanceof Location.InArena place) {
                boolean home = plan.assignment(storage).device() == device;
                boolean output = plan.graph().outputs().stream().anyMatch(tensor -> tensor.storage() == storage);
                boolean lasting = home && (storage.kind() == Tensor.Kind.INPUT || output);
                assertThat(place.arena() == Arena.SLOT).isEqualTo(lasting || !home);
                all.put(storage, new Use(storage, place, new ArrayList<>(), lasting));
            }
        });
        memory.scratch().forEach((node, place) -> all.put(node, new Use(node, place, new ArrayList<>(), false)));
        return all;
    }

    private void note(Command command) {
        switch (command) {
            case Command.Upload upload ->
                touch(upload.transfer().to(), upload.transfer().storage(), new Access(upload.id(), 0, true));
            case Command.Copy copy -> {
                Transfer transfer = copy.transfer();
                touch(transfer.from(), transfer.storage(), new Access(copy.id(), 0, false));
                touch(transfer.to(), transfer.storage(), new Access(copy.id(), 0, true));
            }
            case Command.Execute execute -> {
                List<Node> nodes = execute.segment().nodes();
                for (int step = 0; step < nodes.size(); step++) {
                    noteNode(nodes.get(step), execute.id(), step, execute.lane().device());
                }
            }
        }
    }

    private void noteNode(Node node, int id, int step, int device) {
        for (Tensor operand : node.inputs()) {
            touch(device, operand.storage(), new Access(id, step, false));
        }
        touch(device, node.output(), new Access(id, step, true));
        Use scratch = uses.get(device).get(node);
        if (scratch != null) {
            scratch.accesses().add(new Access(id, step, true));
        }
    }

    private void touch(int device, Tensor storage, Access access) {
        Location location = plan.memory().devices().get(device).locations().get(storage);
        assertThat(location).as("%s has a place on device %d", storage, device).isNotNull();
        if (location instanceof Location.InArena) {
            uses.get(device).get(storage).accesses().add(access);
        }
    }

    private void verifyBounds(int device) {
        DeviceMemory memory = plan.memory().devices().get(device);
        Limits limits = devices.get(device).info().limits();
        assertThat(memory.activationChunks()).allMatch(bytes -> bytes > 0 && bytes <= limits.maxAllocationBytes());
        assertThat(memory.slotChunks()).allMatch(bytes -> bytes > 0 && bytes <= limits.maxAllocationBytes());
        for (Use use : uses.get(device).values()) {
            Location.InArena place = use.place();
            List<Long> chunks = place.arena() == Arena.ACTIVATIONS ? memory.activationChunks() : memory.slotChunks();
            assertThat(place.offset() + place.bytes()).isLessThanOrEqualTo(chunks.get(place.chunk()));
            assertThat((place.offset() - place.storageOffset()) % limits.alignmentBytes())
                    .isZero();
            if (use.key() instanceof Tensor storage && use.lasting()) {
                assertThat(place.bytes()).isEqualTo(storage.layout().byteExtent());
            }
        }
    }

    private void verifyOverlaps(List<Use> all) {
        for (int i = 0; i < all.size(); i++) {
            for (int j = 0; j < all.size(); j++) {
                Use first = all.get(i);
                Use second = all.get(j);
                if (i < j && first.overlaps(second)) {
                    assertThat(first.lasting() || second.lasting())
                            .as("%s, %s", first, second)
                            .isFalse();
                    assertThat(isBefore(first, second, 0) || isBefore(second, first, 0))
                            .as("%s and %s share memory in order", first, second)
                            .isTrue();
                }
                if (first.place().arena() == Arena.ACTIVATIONS && first.overlaps(second)) {
                    assertThat(isBefore(first, second, 1))
                            .as("%s is done before the next run writes %s", first, second)
                            .isTrue();
                }
            }
        }
    }

    /** Whether every access to the first is done when the second, some runs later, is touched. */
    private boolean isBefore(Use first, Use second, int runsLater) {
        for (Access early : first.accesses()) {
            for (Access late : second.accesses()) {
                int from = order.number(0, early.command());
                int to = order.number(runsLater, late.command());
                boolean inSegment = from == to
                        && (early.step() < late.step() || (early.step() == late.step() && mayReplace(first, second)));
                if (!inSegment && !order.test(from, to)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Whether the node that computes the second may do so over the first. */
    private boolean mayReplace(Use first, Use second) {
        if (!(first.key() instanceof Tensor old) || !(second.key() instanceof Tensor result)) {
            return false;
        }
        Node node = result.producer();
        boolean whole = first.place().offset() == second.place().offset()
                && first.place().bytes() == second.place().bytes();
        for (int i = 0; whole && i < node.inputs().size(); i++) {
            Tensor operand = node.inputs().get(i);
            if (operand.storage() == old) {
                whole = node.op().mayOverwrite(i) && operand.layout().equals(result.layout());
            }
        }
        return whole;
    }
}
