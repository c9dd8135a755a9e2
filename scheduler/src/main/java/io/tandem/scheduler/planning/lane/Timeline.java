package io.tandem.scheduler.planning.lane;

import java.util.ArrayList;
import java.util.List;

/**
 * All steps, in an order that respects every dependency, and what each knows to be done when it starts: a vector clock over
 * the lanes. Nobody changes it once it is built.
 */
public final class Timeline {
    private final int lanes;
    private final List<Step> steps = new ArrayList<>();
    private final List<int[]> clocks = new ArrayList<>();
    private final int[][] laneClocks;
    private final int[] wanted;

    Timeline(int devices) {
        this.lanes = 2 * devices;
        this.laneClocks = new int[lanes][lanes];
        this.wanted = new int[lanes];
        java.util.Arrays.fill(wanted, -1);
    }

    /** The steps in order. */
    public List<Step> steps() {
        return steps;
    }

    /** Whether the first {@code count} steps of a lane are done when a step starts, whatever the speed of the lanes. */
    public boolean knows(int step, int lane, int count) {
        return clocks.get(step)[lane] >= count;
    }

    /** Whether the first {@code count} steps of a lane are done when the last step of {@code knowing} is. */
    public boolean knowsAtEnd(int knowing, int lane, int count) {
        return laneClocks[knowing][lane] >= count;
    }

    /** Lets the next step wait for a known one. */
    void require(int step) {
        int lane = steps.get(step).lane();
        if (wanted[lane] < 0
                || steps.get(wanted[lane]).position() < steps.get(step).position()) {
            wanted[lane] = step;
        }
    }

    /** Adds a step that waits for what was required, and returns its number. */
    int add(Step.Kind kind, int subject, int lane) {
        int[] clock = laneClocks[lane].clone();
        List<Integer> after = new ArrayList<>();
        for (int step = latestWanted(lane); step >= 0; step = latestWanted(lane)) {
            Step other = steps.get(step);
            wanted[other.lane()] = -1;
            if (clock[other.lane()] <= other.position()) {
                after.add(step);
                merge(clock, clocks.get(step));
                clock[other.lane()] = other.position() + 1;
            }
        }
        int number = steps.size();
        steps.add(new Step(kind, subject, lane, clock[lane], after.isEmpty() ? List.of() : after));
        clocks.add(clock);
        laneClocks[lane] = clock.clone();
        laneClocks[lane][lane]++;
        return number;
    }

    /** Later steps come first, since they may make earlier ones needless, never the other way round. */
    private int latestWanted(int ownLane) {
        int latest = -1;
        for (int lane = 0; lane < lanes; lane++) {
            if (lane != ownLane) {
                latest = Math.max(latest, wanted[lane]);
            }
        }
        wanted[ownLane] = -1;
        return latest;
    }

    private static void merge(int[] clock, int[] other) {
        for (int lane = 0; lane < clock.length; lane++) {
            clock[lane] = Math.max(clock[lane], other[lane]);
        }
    }
}
