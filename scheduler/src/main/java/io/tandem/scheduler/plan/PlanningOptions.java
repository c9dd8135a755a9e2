package io.tandem.scheduler.plan;

import java.util.HashMap;
import java.util.Map;

/**
 * How a planner decides what placements leave open.
 *
 * @param maxSegmentNodes the most nodes that are submitted at once, which is how fast a cancel takes effect
 * @param reorderWindow how far a node may be moved ahead of others: the most positions between it and the first node that
 *     has not run yet; 1 keeps the graph's own order. Planning takes a smaller one when memory is short.
 * @param pipelineDepth how many runs may be in flight: inputs, outputs and copies take memory for each
 * @param memoryBudgets the bytes that a plan may take on a device, by id; a device that is not named has what was free
 *     when the planner was made, or all its memory where the driver does not tell
 * @param shares how the weights that are not pinned spread over the devices, by id, in proportion; a device with none
 *     takes no part. Empty: weights live where they are read, as long as they fit.
 */
public record PlanningOptions(
        int maxSegmentNodes,
        int reorderWindow,
        int pipelineDepth,
        Map<String, Long> memoryBudgets,
        Map<String, Double> shares) {
    /** A reordering window without a limit. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    private static final PlanningOptions DEFAULTS = new PlanningOptions(256, UNLIMITED, 1, Map.of(), Map.of());

    /** Copies the maps; refuses numbers that are not positive and shares that are negative or all zero. */
    public PlanningOptions {
        require(maxSegmentNodes > 0, "maxSegmentNodes must be positive, not " + maxSegmentNodes);
        require(reorderWindow > 0, "reorderWindow must be positive, not " + reorderWindow);
        require(pipelineDepth > 0, "pipelineDepth must be positive, not " + pipelineDepth);
        memoryBudgets = Map.copyOf(memoryBudgets);
        shares = Map.copyOf(shares);
        for (double share : shares.values()) {
            require(share >= 0 && share < Double.POSITIVE_INFINITY, "shares must not be negative: " + shares);
        }
        require(
                shares.isEmpty() || shares.values().stream().anyMatch(share -> share > 0),
                "one share must be positive: " + shares);
    }

    /** What holds when nothing is said. */
    public static PlanningOptions defaults() {
        return DEFAULTS;
    }

    /** These options with another {@link #maxSegmentNodes}. */
    public PlanningOptions withMaxSegmentNodes(int nodes) {
        return new PlanningOptions(nodes, reorderWindow, pipelineDepth, memoryBudgets, shares);
    }

    /** These options with another {@link #reorderWindow}. */
    public PlanningOptions withReorderWindow(int window) {
        return new PlanningOptions(maxSegmentNodes, window, pipelineDepth, memoryBudgets, shares);
    }

    /** These options with another {@link #pipelineDepth}. */
    public PlanningOptions withPipelineDepth(int depth) {
        return new PlanningOptions(maxSegmentNodes, reorderWindow, depth, memoryBudgets, shares);
    }

    /** These options with a memory budget for one more device. */
    public PlanningOptions withMemoryBudget(String device, long bytes) {
        Map<String, Long> budgets = new HashMap<>(memoryBudgets);
        budgets.put(device, bytes);
        return new PlanningOptions(maxSegmentNodes, reorderWindow, pipelineDepth, budgets, shares);
    }

    /** These options with other {@link #memoryBudgets}. */
    public PlanningOptions withMemoryBudgets(Map<String, Long> byDevice) {
        return new PlanningOptions(maxSegmentNodes, reorderWindow, pipelineDepth, byDevice, shares);
    }

    /** These options with other {@link #shares}. */
    public PlanningOptions withShares(Map<String, Double> byDevice) {
        return new PlanningOptions(maxSegmentNodes, reorderWindow, pipelineDepth, memoryBudgets, byDevice);
    }

    private static void require(boolean holds, String reason) {
        if (!holds) {
            throw new IllegalArgumentException(reason);
        }
    }
}
