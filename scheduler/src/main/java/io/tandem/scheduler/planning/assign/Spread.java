package io.tandem.scheduler.planning.assign;

import io.tandem.scheduler.planning.work.LiveGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The homes of weights that are spread over the devices, in the graph's order and by scope. Nobody changes it. */
public final class Spread {
    private final int[] homes;

    private Spread(int[] homes) {
        this.homes = homes;
    }

    /** No weight is spread: each lives where it is read. */
    public static Spread none(LiveGraph graph) {
        int[] homes = new int[graph.tensorCount()];
        Arrays.fill(homes, LiveGraph.NONE);
        return new Spread(homes);
    }

    /**
     * Spreads in proportion. The error is carried from device to device, so that no sum of shares is off by more than one
     * group of weights.
     *
     * @param shares by device; a device with 0 gets nothing
     */
    public static Spread byShares(LiveGraph graph, double[] shares) {
        Spread spread = none(graph);
        List<WeightGroup> groups = WeightGroup.of(graph);
        double all = groups.stream().mapToDouble(WeightGroup::bytes).sum();
        double sum = Arrays.stream(shares).sum();
        double done = 0;
        for (WeightGroup group : groups) {
            double middle = (done + group.bytes() / 2.0) / all * sum;
            spread.set(group, deviceAt(middle, shares));
            done += group.bytes();
        }
        return spread;
    }

    private static int deviceAt(double place, double[] shares) {
        int last = 0;
        double end = 0;
        for (int device = 0; device < shares.length; device++) {
            end += shares[device];
            if (shares[device] > 0) {
                last = device;
                if (place < end) {
                    return device;
                }
            }
        }
        return last;
    }

    /**
     * Fills one device after the other.
     *
     * @param capacities by device, in bytes
     * @param pins weights that are pinned are left out
     * @return null if they do not fit
     */
    public static @Nullable Spread byCapacity(LiveGraph graph, long[] capacities, List<Integer> pins) {
        Spread spread = none(graph);
        int device = 0;
        long room = capacities[0];
        for (WeightGroup group : WeightGroup.of(graph)) {
            WeightGroup open = group.without(graph, pins);
            while (open.bytes() > room) {
                device++;
                if (device == capacities.length) {
                    return null;
                }
                room = capacities[device];
            }
            room -= open.bytes();
            spread.set(open, device);
        }
        return spread;
    }

    private void set(WeightGroup group, int device) {
        group.storages().forEach(storage -> homes[storage] = device);
    }

    /** The numbers of the devices that have weights. */
    public List<Integer> devices() {
        List<Integer> devices = new ArrayList<>();
        for (int home : homes) {
            if (home != LiveGraph.NONE && !devices.contains(home)) {
                devices.add(home);
            }
        }
        return devices;
    }

    /** Settles the weights that are not pinned. */
    public void settle(Terrain terrain) {
        for (int storage = 0; storage < homes.length; storage++) {
            if (homes[storage] != LiveGraph.NONE && terrain.home(storage) == LiveGraph.NONE) {
                terrain.settleSpread(storage, homes[storage]);
            }
        }
    }
}
