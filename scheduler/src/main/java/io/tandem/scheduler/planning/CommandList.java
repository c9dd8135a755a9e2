package io.tandem.scheduler.planning;

import io.tandem.graph.Tensor;
import io.tandem.scheduler.plan.Command;
import io.tandem.scheduler.plan.Lane;
import io.tandem.scheduler.plan.Split;
import io.tandem.scheduler.plan.Transfer;
import io.tandem.scheduler.planning.lane.Move;
import io.tandem.scheduler.planning.lane.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes the commands of a draft's steps. */
final class CommandList {
    private final Draft draft;
    private final List<Split.Segment> segments;
    private final List<Step> steps;

    CommandList(Draft draft, List<Split.Segment> segments) {
        this.draft = draft;
        this.segments = segments;
        this.steps = draft.lanes().timeline().steps();
    }

    List<Command> commands() {
        List<Command> commands = new ArrayList<>(steps.size());
        for (int id = 0; id < steps.size(); id++) {
            commands.add(command(id, steps.get(id)));
        }
        return commands;
    }

    private Command command(int id, Step step) {
        Lane lane = lane(step.lane());
        List<Integer> before = afterPrevious(id);
        return switch (step.kind()) {
            case UPLOAD -> new Command.Upload(id, lane, step.after(), before, upload(step.subject(), lane.device()));
            case COPY -> new Command.Copy(id, lane, step.after(), before, copy(step.subject()));
            case EXECUTE -> new Command.Execute(id, lane, step.after(), before, segments.get(step.subject()));
        };
    }

    private static Lane lane(int number) {
        boolean compute = Step.computeLane(number / 2) == number;
        return new Lane(number / 2, compute ? Lane.Purpose.COMPUTE : Lane.Purpose.TRANSFER);
    }

    /** The last of each lane stands for those before it. */
    private List<Integer> afterPrevious(int id) {
        List<Integer> all = draft.memory().afterPrevious().get(id);
        if (all == null) {
            return List.of();
        }
        Map<Integer, Integer> lastOfLane = new HashMap<>();
        all.forEach(step -> lastOfLane.merge(steps.get(step).lane(), step, Math::max));
        return lastOfLane.values().stream().sorted().toList();
    }

    private Transfer upload(int storage, int device) {
        Tensor tensor = draft.placed().graph().tensor(storage);
        return new Transfer(tensor, 0, tensor.layout().byteExtent(), Transfer.HOST, device);
    }

    private Transfer copy(int number) {
        Move move = draft.schedule().copies().moves().get(number);
        return new Transfer(
                draft.placed().graph().tensor(move.storage()),
                move.from(),
                move.bytes(),
                draft.placed().assigned().home(move.storage()),
                move.device());
    }
}
