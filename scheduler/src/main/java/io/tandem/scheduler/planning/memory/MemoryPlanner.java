package io.tandem.scheduler.planning.memory;

import io.tandem.graph.Tensor;
import io.tandem.scheduler.plan.Location;
import io.tandem.scheduler.plan.MemoryPlan;
import io.tandem.scheduler.plan.MemoryPlan.DeviceMemory;
import io.tandem.scheduler.planning.lane.Copies;
import io.tandem.scheduler.planning.lane.Lanes;
import io.tandem.scheduler.planning.lane.Move;
import io.tandem.scheduler.planning.lane.Schedule;
import io.tandem.scheduler.planning.lane.Stretch;
import io.tandem.scheduler.planning.work.LiveGraph;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Plans all memory of a schedule. */
public final class MemoryPlanner {
    private final Setting setting;
    private final Schedule schedule;
    private final LiveGraph graph;
    private final TooLarge tooLarge;
    private final List<Map<Tensor, Location>> locations = new ArrayList<>();
    private final List<Activations> activations = new ArrayList<>();
    private final List<Slots> slots = new ArrayList<>();

    private MemoryPlanner(Setting setting) {
        this.setting = setting;
        this.schedule = setting.schedule();
        this.graph = schedule.graph();
        this.tooLarge = new TooLarge(setting);
        Lifetimes lifetimes = Lifetimes.of(schedule, setting.lanes());
        for (int device = 0; device < setting.devices().size(); device++) {
            locations.add(new HashMap<>());
            activations.add(new Activations(setting, lifetimes, device, locations.get(device)));
            slots.add(new Slots(setting, lifetimes, device, locations.get(device)));
        }
    }

    /**
     * Plans.
     *
     * @throws io.tandem.backend.BackendException of kind OUT_OF_MEMORY if a tensor exceeds its device's largest allocation
     */
    public static Memory plan(Setting setting) {
        return new MemoryPlanner(setting).plan();
    }

    private Memory plan() {
        Residents residents = new Residents(setting, locations, tooLarge);
        residents.place();
        checkSizes();
        tooLarge.throwIfAny();
        placeLasting();
        placeCopies();
        placeResults();
        Map<Integer, List<Integer>> afterPrevious = new HashMap<>();
        Turnover turnover = new Turnover(setting, afterPrevious);
        List<DeviceMemory> memories = new ArrayList<>();
        for (int device = 0; device < locations.size(); device++) {
            turnover.add(
                    device,
                    activations.get(device).writes(),
                    activations.get(device).copied());
            memories.add(memory(device, residents));
        }
        return new Memory(new MemoryPlan(memories), residents.replicas(), afterPrevious);
    }

    private void checkSizes() {
        for (int storage = 0; storage < graph.tensorCount(); storage++) {
            boolean resident = graph.isWeight(storage) || graph.state(storage) != null;
            if (graph.isNeeded(storage) && !resident) {
                int home = schedule.assigned().home(storage);
                tooLarge.check(graph.tensor(storage).toString(), graph.bytes(storage), home);
            }
        }
        for (int node = 0; node < graph.nodeCount(); node++) {
            int device = schedule.assigned().node(node);
            long scratch = setting.support().scratchBytes(node, device);
            if (scratch > 0) {
                tooLarge.check("scratch of " + graph.node(node).name(), scratch, device);
            }
        }
        for (Move move : schedule.copies().moves()) {
            long lead = move.from() & (setting.limits(move.device()).alignmentBytes() - 1);
            tooLarge.check("the copy of " + graph.tensor(move.storage()), lead + move.bytes(), move.device());
        }
    }

    private void placeLasting() {
        for (int storage = 0; storage < graph.tensorCount(); storage++) {
            boolean result = graph.producer(storage) != LiveGraph.NONE && graph.state(storage) == null;
            if (graph.isNeeded(storage) && (graph.isInput(storage) || (graph.isOutput(storage) && result))) {
                slots.get(schedule.assigned().home(storage)).placeLasting(storage);
            }
        }
    }

    private void placeCopies() {
        Copies copies = schedule.copies();
        for (int copy = 0; copy < copies.moves().size(); copy++) {
            int device = copies.moves().get(copy).device();
            slots.get(device).placeCopy(copy, setting.limits(device).alignmentBytes());
        }
    }

    private void placeResults() {
        Lanes lanes = setting.lanes();
        for (int i = 0; i < schedule.segments().size(); i++) {
            Stretch segment = schedule.segments().get(i);
            activations.get(segment.device()).place(setting, segment, lanes.segmentStep(i));
        }
    }

    private DeviceMemory memory(int device, Residents residents) {
        return new DeviceMemory(
                locations.get(device),
                activations.get(device).scratch(),
                activations.get(device).chunkBytes(),
                slots.get(device).chunkBytes(),
                residents.weightBytes(device),
                residents.stateBytes(device),
                stagingBytes(device));
    }

    /** Copies from devices whose memory this one cannot read go through the host, one at a time. */
    private long stagingBytes(int device) {
        long most = 0;
        for (Move move : schedule.copies().moves()) {
            int from = schedule.assigned().home(move.storage());
            if (move.device() == device
                    && !setting.devices().get(device).canUse(setting.devices().get(from))) {
                most = Math.max(most, move.bytes());
            }
        }
        return most;
    }
}
