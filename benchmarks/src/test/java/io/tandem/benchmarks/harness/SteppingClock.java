package io.tandem.benchmarks.harness;

import java.util.function.LongSupplier;

/** A clock that stands still until somebody takes time. */
final class SteppingClock implements LongSupplier {
    private long nanos;

    @Override
    public long getAsLong() {
        return nanos;
    }

    void advance(long by) {
        nanos += by;
    }
}
