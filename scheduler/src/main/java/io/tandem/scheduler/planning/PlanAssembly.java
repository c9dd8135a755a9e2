package io.tandem.scheduler.planning;

import io.tandem.backend.Device;
import io.tandem.graph.Node;
import io.tandem.scheduler.plan.Counts;
import io.tandem.scheduler.plan.Plan;
import io.tandem.scheduler.plan.Split;
import io.tandem.scheduler.plan.Transfer;
import io.tandem.scheduler.planning.lane.Move;
import io.tandem.scheduler.planning.lane.Schedule;
import io.tandem.scheduler.planning.lane.Stretch;
import io.tandem.scheduler.planning.work.LiveGraph;
import java.util.ArrayList;
import java.util.List;

/** Turns a draft, which is all numbers, into a plan for people and sessions. */
final class PlanAssembly {
    private final Request request;
    private final Draft draft;
    private final LiveGraph graph;

    PlanAssembly(Request request, Draft draft) {
        this.request = request;
        this.draft = draft;
        this.graph = draft.placed().graph();
    }

    Plan plan() {
        List<Split.Segment> segments = segments();
        Placed placed = draft.placed();
        List<String> ids =
                request.devices().stream().map(device -> device.info().id()).toList();
        return new Plan(
                request.graph(),
                request.placement(),
                request.devices().stream().map(Device::info).toList(),
                new Reasons(placed, ids).all(),
                splits(segments),
                draft.memory().replicas(),
                new CommandList(draft, segments).commands(),
                draft.memory().plan(),
                counts(),
                graph.dropped(),
                placed.findings().notes());
    }

    private List<Split.Segment> segments() {
        Schedule schedule = draft.schedule();
        List<Split.Segment> segments = new ArrayList<>();
        for (Stretch stretch : schedule.segments()) {
            List<Node> nodes = new ArrayList<>(stretch.to() - stretch.from());
            for (int position = stretch.from(); position < stretch.to(); position++) {
                nodes.add(graph.node(schedule.order().node(position)));
            }
            segments.add(new Split.Segment(nodes));
        }
        return segments;
    }

    private List<Split> splits(List<Split.Segment> segments) {
        List<Split> splits = new ArrayList<>();
        List<Stretch> stretches = draft.schedule().segments();
        int first = 0;
        for (int i = 1; i <= stretches.size(); i++) {
            if (i == stretches.size()
                    || stretches.get(i).split() != stretches.get(first).split()) {
                splits.add(new Split(stretches.get(first).device(), segments.subList(first, i)));
                first = i;
            }
        }
        return splits;
    }

    private Counts counts() {
        List<Move> moves = draft.schedule().copies().moves();
        List<Transfer> replicas = draft.memory().replicas();
        int uploads = 0;
        long uploadBytes = 0;
        for (int storage = 0; storage < graph.tensorCount(); storage++) {
            if (graph.isInput(storage) && graph.isNeeded(storage)) {
                uploads++;
                uploadBytes += graph.bytes(storage);
            }
        }
        return new Counts(
                draft.schedule().order().splits(),
                draft.schedule().segments().size(),
                moves.size(),
                moves.stream().mapToLong(Move::bytes).sum(),
                uploads,
                uploadBytes,
                replicas.size(),
                replicas.stream().mapToLong(Transfer::bytes).sum());
    }
}
