package io.tandem.scheduler;

import io.tandem.scheduler.execution.RunState;
import io.tandem.scheduler.plan.Command;
import io.tandem.scheduler.plan.Lane;
import io.tandem.scheduler.plan.Plan;
import io.tandem.scheduler.trace.ChromeTrace;
import io.tandem.scheduler.trace.CommandLabel;
import io.tandem.scheduler.trace.Recording;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * When the commands of a run started and ended.
 *
 * @param run the run's number in its session
 * @param intervals by start
 */
public record Timeline(long run, List<Interval> intervals) {
    /** Copies the list. */
    public Timeline {
        intervals = List.copyOf(intervals);
    }

    /**
     * A command while it was carried out.
     *
     * @param command its position in {@link Plan#commands()}
     * @param device the id of the device of its lane
     * @param purpose what its lane carries out
     * @param label what it did, in words
     * @param startNanos when it was submitted, in {@link System#nanoTime} nanoseconds
     * @param endNanos when it was done
     */
    public record Interval(
            int command, String device, Lane.Purpose purpose, String label, long startNanos, long endNanos) {
        /** How long it took. */
        public long nanos() {
            return endNanos - startNanos;
        }

        /** Whether both were going on at some time. */
        public boolean overlaps(Interval other) {
            return startNanos < other.endNanos && other.startNanos < endNanos;
        }
    }

    static Timeline of(RunState run) {
        Recording recording = run.recording();
        if (recording == null) {
            throw new IllegalStateException(
                    "The session records no timelines: open it with SessionOptions.defaults().withTimelines()");
        }
        if (!run.isDone()) {
            throw new IllegalStateException("Run " + run.number() + " is still going on: wait for its end first");
        }
        Plan plan = run.plan().plan();
        List<Interval> intervals = new ArrayList<>();
        for (Command command : plan.commands()) {
            if (recording.endNanos(command.id()) != 0) {
                intervals.add(new Interval(
                        command.id(),
                        plan.devices().get(command.lane().device()).id(),
                        command.lane().purpose(),
                        CommandLabel.of(command),
                        recording.startNanos(command.id()),
                        recording.endNanos(command.id())));
            }
        }
        intervals.sort(Comparator.comparingLong(Interval::startNanos).thenComparingInt(Interval::command));
        return new Timeline(run.number(), intervals);
    }

    /** This timeline as a JSON trace that chrome://tracing and https://ui.perfetto.dev show: a process per device, a thread per lane. */
    public String toChromeTrace() {
        return toChromeTrace(List.of(this));
    }

    /** Several runs in one trace. */
    public static String toChromeTrace(List<Timeline> timelines) {
        ChromeTrace trace = new ChromeTrace();
        for (Timeline timeline : timelines) {
            for (Interval interval : timeline.intervals()) {
                trace.add(
                        timeline.run(),
                        interval.device(),
                        interval.purpose(),
                        interval.label(),
                        interval.startNanos(),
                        interval.endNanos());
            }
        }
        return trace.toJson();
    }
}
