package io.tandem.scheduler.planning.lane;

import io.tandem.scheduler.planning.order.NodeOrder;
import io.tandem.scheduler.planning.work.Assigned;
import io.tandem.scheduler.planning.work.LiveGraph;
import java.util.Arrays;
import java.util.List;

/**
 * Arranges uploads, copies and segments in their lanes: uploads first, each copy as soon as its source is there. Holds the
 * number of the step of each.
 */
public final class Lanes {
    private final LiveGraph graph;
    private final Assigned assigned;
    private final NodeOrder order;
    private final Copies copies;
    private final List<Stretch> segments;
    private final Timeline timeline;
    private final int[] uploadSteps;
    private final int[] copySteps;
    private final int[] segmentSteps;
    private int nextCopy;

    private Lanes(Schedule schedule, int devices) {
        this.graph = schedule.graph();
        this.assigned = schedule.assigned();
        this.order = schedule.order();
        this.copies = schedule.copies();
        this.segments = schedule.segments();
        this.timeline = new Timeline(devices);
        this.uploadSteps = new int[graph.tensorCount()];
        this.copySteps = new int[copies.moves().size()];
        this.segmentSteps = new int[segments.size()];
        Arrays.fill(uploadSteps, LiveGraph.NONE);
    }

    /** Arranges everything. */
    public static Lanes of(Schedule schedule, int devices) {
        Lanes lanes = new Lanes(schedule, devices);
        lanes.addUploads();
        lanes.addCopies(0, LiveGraph.NONE);
        for (int segment = 0; segment < lanes.segments.size(); segment++) {
            lanes.addSegment(segment);
        }
        return lanes;
    }

    /** The steps. */
    public Timeline timeline() {
        return timeline;
    }

    /** The step that copies. */
    public int copyStep(int copy) {
        return copySteps[copy];
    }

    /** The step that runs a segment. */
    public int segmentStep(int segment) {
        return segmentSteps[segment];
    }

    private void addUploads() {
        for (int storage = 0; storage < uploadSteps.length; storage++) {
            if (graph.isInput(storage) && graph.isNeeded(storage)) {
                int lane = Step.computeLane(assigned.home(storage));
                uploadSteps[storage] = timeline.add(Step.Kind.UPLOAD, storage, lane);
            }
        }
    }

    /** Adds the copies whose sources are computed at positions before {@code end}: by the last segment so far. */
    private void addCopies(int end, int segmentStep) {
        while (nextCopy < copySteps.length && copies.moves().get(nextCopy).ready() < end) {
            Move move = copies.moves().get(nextCopy);
            int source = move.ready() < 0 ? uploadSteps[move.storage()] : segmentStep;
            if (source != LiveGraph.NONE) {
                timeline.require(source);
            }
            copySteps[nextCopy] = timeline.add(Step.Kind.COPY, nextCopy, Step.transferLane(move.device()));
            nextCopy++;
        }
    }

    private void addSegment(int segment) {
        Stretch stretch = segments.get(segment);
        Waits waits = new Waits(graph, assigned, copies);
        for (int position = stretch.from(); position < stretch.to(); position++) {
            waits.forEach(order.node(position), copy -> timeline.require(copySteps[copy]));
        }
        segmentSteps[segment] = timeline.add(Step.Kind.EXECUTE, segment, Step.computeLane(stretch.device()));
        addCopies(stretch.to(), segmentSteps[segment]);
    }
}
