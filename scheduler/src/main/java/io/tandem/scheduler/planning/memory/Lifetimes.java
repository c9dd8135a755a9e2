package io.tandem.scheduler.planning.memory;

import io.tandem.scheduler.planning.lane.Copies;
import io.tandem.scheduler.planning.lane.Lanes;
import io.tandem.scheduler.planning.lane.Move;
import io.tandem.scheduler.planning.lane.Schedule;
import io.tandem.scheduler.planning.lane.Step;
import io.tandem.scheduler.planning.lane.Stretch;
import io.tandem.scheduler.planning.work.LiveGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Who touches a storage last. */
final class Lifetimes {
    private final LiveGraph graph;
    private final Copies copies;
    private final Lanes lanes;
    private final int[] lastAtHome;
    private final int[] lastOfCopy;
    private final int[] segments;

    private Lifetimes(Schedule schedule, Lanes lanes) {
        this.graph = schedule.graph();
        this.copies = schedule.copies();
        this.lanes = lanes;
        this.lastAtHome = new int[graph.tensorCount()];
        this.lastOfCopy = new int[copies.moves().size()];
        this.segments = new int[schedule.order().size()];
        Arrays.fill(lastAtHome, -1);
    }

    static Lifetimes of(Schedule schedule, Lanes lanes) {
        Lifetimes lifetimes = new Lifetimes(schedule, lanes);
        for (int segment = 0; segment < schedule.segments().size(); segment++) {
            Stretch stretch = schedule.segments().get(segment);
            for (int position = stretch.from(); position < stretch.to(); position++) {
                lifetimes.segments[position] = segment;
                lifetimes.visit(position, schedule);
            }
        }
        return lifetimes;
    }

    private void visit(int position, Schedule schedule) {
        int node = schedule.order().node(position);
        int device = schedule.assigned().node(node);
        lastAtHome[graph.output(node)] = position;
        for (int read = graph.firstRead(node); read < graph.firstRead(node + 1); read++) {
            int storage = graph.readStorage(read);
            if (schedule.assigned().home(storage) == device) {
                lastAtHome[storage] = position;
            } else if (!graph.isWeight(storage)) {
                lastOfCopy[copies.find(storage, device)] = position;
            }
        }
    }

    /** The position of the last node that touches a result where it lives. */
    int lastAtHome(int storage) {
        return lastAtHome[storage];
    }

    /** The copies to other devices that read a storage. */
    List<Waiting.Access> copiesOf(int storage) {
        int first = copies.first(storage);
        int end = copies.first(storage + 1);
        if (first == end) {
            return List.of();
        }
        List<Waiting.Access> accesses = new ArrayList<>(end - first);
        for (int number = first; number < end; number++) {
            Step step = lanes.timeline().steps().get(lanes.copyStep(copies.ofStorage(number)));
            accesses.add(new Waiting.Access(step.lane(), step.position() + 1));
        }
        return accesses;
    }

    /** The last node that reads a copy. */
    List<Waiting.Access> readersOf(int copy) {
        Move move = copies.moves().get(copy);
        Step step = lanes.timeline().steps().get(lanes.segmentStep(segments[lastOfCopy[copy]]));
        return List.of(new Waiting.Access(Step.computeLane(move.device()), step.position() + 1));
    }
}
