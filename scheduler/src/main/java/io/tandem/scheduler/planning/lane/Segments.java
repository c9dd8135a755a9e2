package io.tandem.scheduler.planning.lane;

import io.tandem.scheduler.planning.order.NodeOrder;
import io.tandem.scheduler.planning.work.Assigned;
import io.tandem.scheduler.planning.work.LiveGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Cuts the order into segments: where the device changes, before a node that needs a copy which nothing on its lane has
 * waited for yet, after a node whose result is copied elsewhere, and where a segment would be too long.
 */
public final class Segments {
    private final Copies copies;
    private final Waits waits;
    private final int[] waited;
    private final int devices;
    private int lane;
    private boolean waitsAnew;

    private Segments(Copies copies, Waits waits, int devices) {
        this.copies = copies;
        this.waits = waits;
        this.devices = devices;
        this.waited = new int[devices * devices];
        Arrays.fill(waited, -1);
    }

    /** The segments in order. */
    public static List<Stretch> cut(LiveGraph graph, Assigned assigned, NodeOrder order, Copies copies, Limits limits) {
        Waits waits = new Waits(graph, assigned, copies);
        Segments segments = new Segments(copies, waits, limits.devices());
        List<Stretch> stretches = new ArrayList<>();
        int from = 0;
        int split = 0;
        boolean wanted = false;
        for (int position = 0; position < order.size(); position++) {
            int node = order.node(position);
            int device = assigned.node(node);
            boolean waitsAnew = segments.waitsAnew(node, device);
            int before = position == 0 ? device : assigned.node(order.node(position - 1));
            boolean full = position - from == limits.maxNodes();
            if (position > from && (device != before || waitsAnew || wanted || full)) {
                stretches.add(new Stretch(before, split, from, position));
                split += device != before ? 1 : 0;
                from = position;
            }
            int output = graph.output(node);
            wanted = copies.first(output) < copies.first(output + 1);
        }
        if (order.size() > from) {
            stretches.add(new Stretch(assigned.node(order.node(from)), split, from, order.size()));
        }
        return stretches;
    }

    /**
     * What bounds segments.
     *
     * @param devices the number of devices
     * @param maxNodes the most nodes of a segment
     */
    public record Limits(int devices, int maxNodes) {}

    /** Copies to one device finish in their order, so that waiting for one is waiting for those before it. */
    private boolean waitsAnew(int node, int device) {
        lane = device;
        waitsAnew = false;
        waits.forEach(node, this::wait);
        return waitsAnew;
    }

    private void wait(int copy) {
        int cell = lane * devices + copies.moves().get(copy).device();
        if (copies.lanePosition(copy) > waited[cell]) {
            waited[cell] = copies.lanePosition(copy);
            waitsAnew = true;
        }
    }
}
