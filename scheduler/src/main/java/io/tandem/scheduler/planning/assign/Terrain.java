package io.tandem.scheduler.planning.assign;

import io.tandem.scheduler.planning.work.LiveGraph;
import io.tandem.scheduler.planning.work.SupportTable;
import java.util.Arrays;

/**
 * What is given before nodes are placed: pins, and the homes of weights, states and pinned inputs, which fill up while
 * they are decided.
 */
public final class Terrain {
    private static final long HEAVY_FLOPS = 1_000_000;

    private final LiveGraph graph;
    private final SupportTable support;
    private final Pins pins;
    private final int[] homes;
    private final boolean[] spread;
    private final long[] residentBytes;
    private boolean anySpread;
    private boolean weightsOnSeveralDevices;

    /** Pinned leaves have their homes already. */
    public Terrain(LiveGraph graph, SupportTable support, Pins pins) {
        this.graph = graph;
        this.support = support;
        this.pins = pins;
        this.homes = new int[graph.tensorCount()];
        this.spread = new boolean[graph.tensorCount()];
        this.residentBytes = new long[support.deviceCount()];
        Arrays.fill(homes, LiveGraph.NONE);
        int someWeights = LiveGraph.NONE;
        for (int storage = 0; storage < homes.length; storage++) {
            if (graph.isWeight(storage) || graph.isInput(storage)) {
                homes[storage] = pins.device(storage);
            }
            if (graph.isWeight(storage) && homes[storage] != LiveGraph.NONE) {
                weightsOnSeveralDevices |= someWeights != LiveGraph.NONE && someWeights != homes[storage];
                someWeights = homes[storage];
            }
        }
    }

    LiveGraph graph() {
        return graph;
    }

    SupportTable support() {
        return support;
    }

    Pins pins() {
        return pins;
    }

    /** The first device that takes part. */
    public int firstPresent() {
        int device = 0;
        while (!support.isPresent(device)) {
            device++;
        }
        return device;
    }

    /** The device where a leaf is at home, or {@link LiveGraph#NONE} for one that lives where it is read, or a result. */
    int home(int storage) {
        return homes[storage];
    }

    void settle(int storage, int device) {
        homes[storage] = device;
    }

    /** Settles a weight that was spread. */
    void settleSpread(int storage, int device) {
        homes[storage] = device;
        spread[storage] = true;
        anySpread = true;
    }

    /** A copy of all homes, by storage. */
    public int[] homes() {
        return homes.clone();
    }

    /** Whether a node is worth copies of its operands. */
    boolean isHeavy(int node) {
        var operation = graph.node(node);
        return operation.op().isHeavy()
                && operation
                                .op()
                                .flops(
                                        operation.inputs().stream()
                                                .map(input -> input.layout())
                                                .toList(),
                                        operation.output().layout())
                        >= HEAVY_FLOPS;
    }

    /**
     * The device where the weights and states that a node reads outweigh what goes in and out of it, or
     * {@link LiveGraph#NONE}.
     */
    int outweighing(int node) {
        long activations = graph.overwritten(node) == LiveGraph.NONE ? graph.bytes(graph.output(node)) : 0;
        boolean anyResident = false;
        Arrays.fill(residentBytes, 0);
        for (int read = graph.firstRead(node); read < graph.firstRead(node + 1); read++) {
            int storage = graph.readStorage(read);
            long bytes = graph.readTo(read) - graph.readFrom(read);
            boolean resident = graph.isWeight(storage) || graph.state(storage) != null;
            if (!resident) {
                activations += bytes;
            } else if (homes[storage] != LiveGraph.NONE) {
                residentBytes[homes[storage]] += bytes;
                anyResident = true;
            }
        }
        return anyResident ? heaviest(activations) : LiveGraph.NONE;
    }

    /** The home of the first weight with one that a node reads, or {@link LiveGraph#NONE}. */
    int weightHome(int node) {
        for (int read = graph.firstRead(node); read < graph.firstRead(node + 1); read++) {
            int storage = graph.readStorage(read);
            if (graph.isWeight(storage) && homes[storage] != LiveGraph.NONE) {
                return homes[storage];
            }
        }
        return LiveGraph.NONE;
    }

    /** Whether weights were spread, or pinned to several devices, so that work follows the weights over the devices. */
    boolean workFollowsWeights() {
        return anySpread || weightsOnSeveralDevices;
    }

    /** Whether a weight was spread. */
    public boolean isSpread(int storage) {
        return spread[storage];
    }

    private int heaviest(long activations) {
        int best = 0;
        for (int device = 1; device < residentBytes.length; device++) {
            if (residentBytes[device] > residentBytes[best]) {
                best = device;
            }
        }
        return residentBytes[best] > activations ? best : LiveGraph.NONE;
    }
}
