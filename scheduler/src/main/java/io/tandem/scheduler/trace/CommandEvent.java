package io.tandem.scheduler.trace;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A command of a run in a flight recording. Off unless a recording asks for it. */
@Name("io.tandem.Command")
@Label("Tandem Command")
@Category("Tandem")
@StackTrace(false)
public final class CommandEvent extends Event {
    @Label("Run")
    private final long run;

    @Label("Device")
    private final String device;

    @Label("Lane")
    private final String lane;

    @Label("Command")
    private final String command;

    /** A command that starts with {@link #begin} and ends with {@link #commit}. */
    public CommandEvent(long run, String device, String lane, String command) {
        this.run = run;
        this.device = device;
        this.lane = lane;
        this.command = command;
    }

    /** Whether a recording asks for these events. Costs nothing while there is none. */
    public static boolean isWanted() {
        return FlightRecorder.isInitialized() && new CommandEvent(0, "", "", "").isEnabled();
    }

    /** The run's number in its session. */
    public long run() {
        return run;
    }

    /** The device's id. */
    public String device() {
        return device;
    }

    /** The lane's purpose. */
    public String lane() {
        return lane;
    }

    /** What is done, in words. */
    public String command() {
        return command;
    }
}
