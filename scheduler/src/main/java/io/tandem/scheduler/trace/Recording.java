package io.tandem.scheduler.trace;

import io.tandem.scheduler.plan.Command;
import io.tandem.scheduler.plan.Plan;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * When each command of one run started and ended, in {@link System#nanoTime} nanoseconds; 0 where it did not. Also tells a
 * flight recording, if there is one. Each command belongs to one thread.
 */
public final class Recording {
    private final long run;
    private final Plan plan;
    private final long[] starts;
    private final long[] ends;
    private final @Nullable CommandEvent[] events;

    /** Nothing recorded yet. */
    public Recording(long run, Plan plan) {
        this.run = run;
        this.plan = plan;
        int commands = plan.commands().size();
        starts = new long[commands];
        ends = new long[commands];
        events = new CommandEvent[commands];
    }

    /** A command starts now. */
    public void start(int command) {
        if (CommandEvent.isWanted()) {
            Command known = plan.commands().get(command);
            CommandEvent event = new CommandEvent(
                    run,
                    plan.devices().get(known.lane().device()).id(),
                    known.lane().purpose().name().toLowerCase(Locale.ROOT),
                    CommandLabel.of(known));
            event.begin();
            events[command] = event;
        }
        starts[command] = System.nanoTime();
    }

    /** A command has ended. */
    public void end(int command) {
        ends[command] = System.nanoTime();
        CommandEvent event = events[command];
        if (event != null) {
            event.commit();
            events[command] = null;
        }
    }

    /** When a command started. */
    public long startNanos(int command) {
        return starts[command];
    }

    /** When a command ended. */
    public long endNanos(int command) {
        return ends[command];
    }
}
