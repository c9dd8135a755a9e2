package io.tandem.benchmarks.harness;

import java.util.List;
import java.util.function.LongUnaryOperator;

/** A side whose runs take a known time on a {@link SteppingClock} and are written down. */
final class ClockSide implements Side {
    private final String name;
    private final SteppingClock clock;
    private final LongUnaryOperator nanosOfRun;
    private final List<String> log;
    private final float[] result;
    private long runs;

    ClockSide(String name, SteppingClock clock, LongUnaryOperator nanosOfRun, List<String> log, float... result) {
        this.name = name;
        this.clock = clock;
        this.nanosOfRun = nanosOfRun;
        this.log = log;
        this.result = result;
    }

    @Override
    public void run() {
        clock.advance(nanosOfRun.applyAsLong(runs++));
        log.add(name);
    }

    @Override
    public float[] result() {
        return result;
    }

    @Override
    public void close() {
        log.add(name + " closed");
    }
}
