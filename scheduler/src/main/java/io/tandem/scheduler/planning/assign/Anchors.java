package io.tandem.scheduler.planning.assign;

import io.tandem.scheduler.plan.Cause;
import io.tandem.scheduler.planning.work.LiveGraph;
import io.tandem.scheduler.planning.work.SupportTable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Which nodes have to be where, and why. The others are free. Nobody changes it. */
public final class Anchors {
    private final int[] devices;
    private final Cause[] causes;

    private Anchors(int nodes) {
        devices = new int[nodes];
        causes = new Cause[nodes];
        Arrays.fill(devices, LiveGraph.NONE);
        Arrays.fill(causes, Cause.FREE);
    }

    /** Decides, once all leaves and states that have a home are settled in the terrain. */
    public static Anchors of(Terrain terrain, Findings findings) {
        LiveGraph graph = terrain.graph();
        Anchors anchors = new Anchors(graph.nodeCount());
        Leaning leaning = terrain.workFollowsWeights() ? Leaning.of(terrain) : null;
        for (int node = 0; node < graph.nodeCount(); node++) {
            anchors.decide(node, terrain, leaning, findings);
        }
        return anchors;
    }

    /** The device of an anchored node, or {@link LiveGraph#NONE}. */
    public int device(int node) {
        return devices[node];
    }

    /** Why; FREE for a node without an anchor. */
    public Cause cause(int node) {
        return causes[node];
    }

    private void decide(int node, Terrain terrain, @Nullable Leaning leaning, Findings findings) {
        SupportTable support = terrain.support();
        int output = terrain.graph().output(node);
        int pin = terrain.pins().device(output);
        int home = terrain.home(output);
        if (pin != LiveGraph.NONE || home != LiveGraph.NONE) {
            anchor(node, pin != LiveGraph.NONE ? pin : home, pin != LiveGraph.NONE ? Cause.PINNED : Cause.STATE_HOME);
            if (home == LiveGraph.NONE && !support.supports(node, pin)) {
                findings.problem(name(node, terrain) + " is pinned to "
                        + support.info(pin).id() + ", which does not support it: " + support.refusal(node, pin));
            }
            return;
        }
        int resident = terrain.outweighing(node);
        if (resident != LiveGraph.NONE && support.supports(node, resident)) {
            anchor(node, resident, Cause.WEIGHT_HOME);
            return;
        }
        if (support.first(node) == LiveGraph.NONE) {
            findings.problem(nobody(node, terrain));
        } else if (terrain.isHeavy(node)) {
            int first = support.first(node);
            int device = leaning == null ? first : leaning.node(node);
            anchor(node, device, device == first ? Cause.HEAVY : Cause.SPREAD);
        }
    }

    private void anchor(int node, int device, Cause cause) {
        devices[node] = device;
        causes[node] = cause;
    }

    private static String name(int node, Terrain terrain) {
        return terrain.graph().node(node).name() + " = " + terrain.graph().node(node);
    }

    private static String nobody(int node, Terrain terrain) {
        SupportTable support = terrain.support();
        StringBuilder text = new StringBuilder("No device supports " + name(node, terrain) + ":");
        for (int device = 0; device < support.deviceCount(); device++) {
            text.append(device == 0 ? " " : "; ")
                    .append(support.info(device).id())
                    .append(": ");
            text.append(support.refusal(node, device));
        }
        return text.toString();
    }
}
