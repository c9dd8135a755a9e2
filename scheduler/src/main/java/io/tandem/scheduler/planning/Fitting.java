package io.tandem.scheduler.planning;

import io.tandem.backend.BackendException;
import io.tandem.backend.BackendException.Kind;
import io.tandem.graph.Tensor;
import io.tandem.scheduler.plan.Location;
import io.tandem.scheduler.plan.MemoryPlan.DeviceMemory;
import io.tandem.scheduler.planning.assign.Spread;
import io.tandem.scheduler.planning.work.LiveGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds a draft that fits the memory budgets: as the rules want it; else with less reordering, which shortens lifetimes;
 * else with the weights spread over further devices.
 */
final class Fitting {
    private static final int[] WINDOWS = {256, 16, 1};
    private static final int ATTEMPTS = 6;

    private final Request request;
    private final Placing placing;

    Fitting(Request request) {
        this.request = request;
        this.placing = new Placing(request);
    }

    /**
     * The draft.
     *
     * @throws BackendException of kind OUT_OF_MEMORY if none fits
     */
    Draft draft() {
        Placed placed = placing.place(wantedSpread());
        Draft first = Draft.of(placed, request, request.options().reorderWindow());
        if (excess(first) == 0) {
            return first;
        }
        Draft fitting = withLessReordering(placed);
        if (fitting == null && request.options().shares().isEmpty()) {
            fitting = withSpreadWeights(first);
        }
        if (fitting == null) {
            throw outOfMemory(first);
        }
        return fitting;
    }

    private Spread wantedSpread() {
        double[] shares = new double[request.devices().size()];
        int present = 0;
        for (int device = 0; device < shares.length; device++) {
            shares[device] = request.share(device);
            present += shares[device] > 0 ? 1 : 0;
        }
        return present > 1 ? Spread.byShares(placing.graph(), shares) : Spread.none(placing.graph());
    }

    private @Nullable Draft withLessReordering(Placed placed) {
        for (int window : WINDOWS) {
            if (window < request.options().reorderWindow()) {
                Draft draft = Draft.of(placed, request, window);
                if (excess(draft) == 0) {
                    placed.findings().note("Nodes are moved by at most " + window + " positions: memory is short");
                    return draft;
                }
            }
        }
        return null;
    }

    /** Each attempt leaves out what the one before had too much. */
    private @Nullable Draft withSpreadWeights(Draft first) {
        long[] capacities = capacities(first);
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Spread spread = Spread.byCapacity(placing.graph(), capacities, pinnedWeights(first.placed()));
            if (spread == null) {
                return null;
            }
            Draft draft =
                    Draft.of(placing.place(spread), request, request.options().reorderWindow());
            if (excess(draft) == 0) {
                draft.placed().findings().note(spreadNote(spread, first));
                return draft;
            }
            for (int device = 0; device < capacities.length; device++) {
                capacities[device] -=
                        Math.max(0, needed(draft, device) - request.budgets().get(device));
            }
        }
        return null;
    }

    /** What each device has for weights, if it needs for the rest what the first draft needs at most on one. */
    private long[] capacities(Draft first) {
        long rest = 0;
        for (int device = 0; device < request.devices().size(); device++) {
            rest = Math.max(rest, needed(first, device) - openWeightBytes(first, device));
        }
        long[] capacities = new long[request.devices().size()];
        for (int device = 0; device < capacities.length; device++) {
            capacities[device] = request.budgets().get(device) - rest;
        }
        return capacities;
    }

    private static List<Integer> pinnedWeights(Placed placed) {
        List<Integer> pinned = new ArrayList<>();
        for (int storage = 0; storage < placed.graph().tensorCount(); storage++) {
            if (placed.graph().isWeight(storage) && placed.pins().device(storage) != LiveGraph.NONE) {
                pinned.add(storage);
            }
        }
        return pinned;
    }

    private static long openWeightBytes(Draft draft, int device) {
        long bytes = 0;
        for (Map.Entry<Tensor, Location> entry :
                draft.memory().plan().devices().get(device).locations().entrySet()) {
            boolean pinned = draft.placed().pins().device(entry.getKey().index()) != LiveGraph.NONE;
            if (entry.getValue() instanceof Location.OfWeight weight && !pinned) {
                bytes += weight.layout() == null
                        ? weight.weight().bytes()
                        : weight.layout().bytes();
            }
        }
        return bytes;
    }

    private long excess(Draft draft) {
        long excess = 0;
        for (int device = 0; device < request.devices().size(); device++) {
            excess += Math.max(0, needed(draft, device) - request.budgets().get(device));
        }
        return excess;
    }

    private long needed(Draft draft, int device) {
        DeviceMemory memory = draft.memory().plan().devices().get(device);
        return memory.totalBytes() + (request.options().pipelineDepth() - 1) * memory.slotBytes();
    }

    private String spreadNote(Spread spread, Draft first) {
        int device = firstExcess(first);
        List<String> ids = spread.devices().stream().map(request::id).toList();
        return "Weights are spread over " + String.join(", ", ids) + ": " + request.id(device) + " would need "
                + needed(first, device) + " of " + request.budgets().get(device) + " bytes";
    }

    private int firstExcess(Draft draft) {
        int device = 0;
        while (needed(draft, device) <= request.budgets().get(device)) {
            device++;
        }
        return device;
    }

    private BackendException outOfMemory(Draft draft) {
        StringBuilder facts = new StringBuilder();
        for (int device = 0; device < request.devices().size(); device++) {
            DeviceMemory memory = draft.memory().plan().devices().get(device);
            facts.append(device == 0 ? "" : "; ").append(request.id(device)).append(" needs ");
            facts.append(needed(draft, device))
                    .append(" of ")
                    .append(request.budgets().get(device));
            facts.append(" bytes (weights ").append(memory.weightBytes()).append(", states ");
            facts.append(memory.stateBytes()).append(", activations ").append(memory.activationBytes());
            facts.append(", inputs, outputs and copies ")
                    .append(request.options().pipelineDepth() * memory.slotBytes())
                    .append(')');
        }
        String id = request.id(firstExcess(draft));
        return new BackendException(
                Kind.OUT_OF_MEMORY,
                id,
                "Planning memory failed on " + id + ": " + facts
                        + ". Add a device, pin fewer tensors to it or plan a smaller graph");
    }
}
