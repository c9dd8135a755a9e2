package io.tandem.scheduler.planning.memory;

import io.tandem.scheduler.planning.lane.Lanes;
import io.tandem.scheduler.planning.lane.Move;
import io.tandem.scheduler.planning.lane.Step;
import io.tandem.scheduler.planning.lane.Timeline;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Finds what a run must wait for in the run before it, since both use one activation arena: the first step that writes over
 * what a copy to another device may still be reading waits for that copy. Copies that the end of the device's own lane
 * knows to be done need no edge; the blocks of the others are not used again within a run, so they do not overlap.
 */
final class Turnover {
    private final Setting setting;
    private final Timeline timeline;
    private final Map<Integer, List<Integer>> afterPrevious;

    private record Read(Block block, List<Integer> copies) {}

    Turnover(Setting setting, Map<Integer, List<Integer>> afterPrevious) {
        this.setting = setting;
        this.timeline = setting.lanes().timeline();
        this.afterPrevious = afterPrevious;
    }

    /** Adds the edges of one device. */
    void add(int device, List<Activations.Write> writes, Map<Integer, Block> blocks) {
        List<NavigableMap<Long, Read>> open = openReads(device, blocks);
        if (open.isEmpty()) {
            return;
        }
        for (Activations.Write write : writes) {
            if (write.block().chunk() < open.size()) {
                match(write, open.get(write.block().chunk()));
            }
        }
    }

    /** The reads by chunk and offset that the device does not know to be done at the end of a run. */
    private List<NavigableMap<Long, Read>> openReads(int device, Map<Integer, Block> blocks) {
        List<NavigableMap<Long, Read>> open = new ArrayList<>();
        Lanes lanes = setting.lanes();
        List<Move> moves = setting.schedule().copies().moves();
        for (int copy = 0; copy < moves.size(); copy++) {
            int storage = moves.get(copy).storage();
            Block block = blocks.get(storage);
            Step step = timeline.steps().get(lanes.copyStep(copy));
            if (block != null && !timeline.knowsAtEnd(Step.computeLane(device), step.lane(), step.position() + 1)) {
                while (open.size() <= block.chunk()) {
                    open.add(new TreeMap<>());
                }
                open.get(block.chunk())
                        .computeIfAbsent(block.offset(), offset -> new Read(block, new ArrayList<>()))
                        .copies()
                        .add(lanes.copyStep(copy));
            }
        }
        return open;
    }

    private void match(Activations.Write write, NavigableMap<Long, Read> open) {
        Block block = write.block();
        Map.Entry<Long, Read> entry = open.lowerEntry(block.end());
        while (entry != null && entry.getValue().block().end() > block.offset()) {
            open.remove(entry.getKey());
            afterPrevious
                    .computeIfAbsent(write.step(), step -> new ArrayList<>())
                    .addAll(entry.getValue().copies());
            entry = open.lowerEntry(block.end());
        }
    }
}
