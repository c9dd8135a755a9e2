package io.tandem.scheduler.planning.assign;

import io.tandem.scheduler.planning.work.LiveGraph;
import io.tandem.scheduler.planning.work.SupportTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Places the nodes without anchors: where the least has to be copied, then with the fewest splits, and so on as a
 * {@link Score} compares. Several starts are improved by expansion moves, the best is kept and polished node by node.
 */
public final class FreeNodes {
    private static final int ROUNDS = 4;

    /** The nodes in all expansion moves between more than two devices. */
    private static final int EFFORT = 10_000;

    private final Terrain terrain;
    private final Anchors anchors;
    private final Scorer scorer;
    private final Starts starts;
    private final List<Component> open = new ArrayList<>();
    private final Expansion expansion;
    private final Descent descent;
    private int effortLeft = EFFORT;

    private FreeNodes(Terrain terrain, Anchors anchors, Scorer scorer) {
        this.terrain = terrain;
        this.anchors = anchors;
        this.scorer = scorer;
        this.starts = new Starts(terrain, anchors);
        this.expansion = new Expansion(terrain);
        this.descent = new Descent(terrain, scorer);
    }

    /** The devices of all nodes, the anchored ones among them. */
    public static int[] place(Terrain terrain, Anchors anchors, Scorer scorer) {
        return new FreeNodes(terrain, anchors, scorer).place();
    }

    private int[] place() {
        int[] settled = starts.anchored();
        for (Component component : Components.of(terrain, anchors)) {
            if (component.devices().size() == 1) {
                starts.byPriority(component, settled);
            } else {
                open.add(component);
            }
        }
        if (open.isEmpty()) {
            return settled;
        }
        int[] best = best(candidates(settled));
        return new Polish(terrain, scorer, open, best).improve();
    }

    private List<int[]> candidates(int[] settled) {
        List<int[]> candidates = new ArrayList<>();
        int[] byPriority = settled.clone();
        open.forEach(component -> starts.byPriority(component, byPriority));
        candidates.add(improved(byPriority));
        if (open.stream().anyMatch(FreeNodes::hasManyPlaces)) {
            int[] byOperand = settled.clone();
            open.forEach(component -> starts.byOperand(component, byOperand));
            candidates.add(improved(byOperand));
            int[] spread = settled.clone();
            NeighbourSpreading.fill(terrain, spread);
            candidates.add(improved(spread));
        }
        int[] likeGgml = likeGgml();
        if (likeGgml != null) {
            candidates.add(likeGgml);
        }
        return candidates;
    }

    private static boolean hasManyPlaces(Component component) {
        return component.devices().size() > 2;
    }

    /** Two devices take one expansion, always; more take as many as help, within limits. */
    private int[] improved(int[] devices) {
        for (Component component : open) {
            if (hasManyPlaces(component)) {
                descent.improve(component, devices);
            } else if (component.devices().size() == 2) {
                expansion.expand(component, component.devices().getLast(), devices);
            }
        }
        boolean moved = true;
        for (int round = 0; moved && round < ROUNDS; round++) {
            moved = false;
            for (Component component : open) {
                moved |= hasManyPlaces(component) && expandEverywhere(component, devices);
            }
        }
        return devices;
    }

    private boolean expandEverywhere(Component component, int[] devices) {
        boolean moved = false;
        for (int device : component.devices().reversed()) {
            if (effortLeft > 0) {
                effortLeft -= component.nodes().size();
                moved |= expansion.expand(component, device, devices);
            }
        }
        return moved;
    }

    /** What ggml would do, if that violates no anchor. */
    private int @Nullable [] likeGgml() {
        int[] devices = NeighbourSpreading.seeds(terrain);
        NeighbourSpreading.fill(terrain, devices);
        SupportTable support = terrain.support();
        for (int node = 0; node < devices.length; node++) {
            int anchor = anchors.device(node);
            boolean possible = devices[node] != LiveGraph.NONE
                    && (anchor == LiveGraph.NONE ? support.supports(node, devices[node]) : anchor == devices[node]);
            if (!possible) {
                return null;
            }
        }
        return devices;
    }

    /** Only those are ordered that have the least to copy. */
    private int[] best(List<int[]> candidates) {
        long[] costs = candidates.stream().mapToLong(scorer::copyCost).toArray();
        long least = Arrays.stream(costs).min().orElseThrow();
        List<int[]> distinct = new ArrayList<>();
        for (int i = 0; i < costs.length; i++) {
            int[] candidate = candidates.get(i);
            if (costs[i] == least && distinct.stream().noneMatch(known -> Arrays.equals(known, candidate))) {
                distinct.add(candidate);
            }
        }
        return distinct.size() == 1
                ? distinct.getFirst()
                : distinct.stream().min(Comparator.comparing(scorer::score)).orElseThrow();
    }
}
