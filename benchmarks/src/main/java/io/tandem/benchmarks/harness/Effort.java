package io.tandem.benchmarks.harness;

import java.time.Duration;

/**
 * How much time a comparison is given.
 *
 * @param warmUp for each side, before anything is measured
 * @param rounds how often each side is measured, in turns
 * @param slice how long one measurement lasts; longer where a single run takes longer
 */
public record Effort(Duration warmUp, int rounds, Duration slice) {
    /** About half a minute for a comparison. */
    public static final Effort FULL = new Effort(Duration.ofSeconds(5), 9, Duration.ofMillis(500));

    /** About ten seconds. */
    public static final Effort QUICK = new Effort(Duration.ofSeconds(2), 5, Duration.ofMillis(300));
}
