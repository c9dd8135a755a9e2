package io.tandem.benchmarks.harness;

import java.util.Locale;

/** What a comparison is to reach. */
public sealed interface Goal {
    /** Whether a figure of ours and its ratio to the peer's (NaN where there is no peer) reach it. */
    boolean isMet(double ours, double ratio);

    /** How tables show it. */
    String text();

    /** At least so many times as fast as the peer. */
    record Ratio(double least) implements Goal {
        @Override
        public boolean isMet(double ours, double ratio) {
            return ratio >= least;
        }

        @Override
        public String text() {
            return String.format(Locale.ROOT, "ratio >= %.2f", least);
        }
    }

    /** A figure of ours of at most so much, whatever the peer's. */
    record AtMost(double figure) implements Goal {
        @Override
        public boolean isMet(double ours, double ratio) {
            return ours <= figure;
        }

        @Override
        public String text() {
            return String.format(Locale.ROOT, "ours <= %.0f", figure);
        }
    }
}
