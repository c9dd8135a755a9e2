package io.tandem.benchmarks.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The outcome of a comparison. */
public sealed interface Row {
    /** What was compared. */
    Comparison comparison();

    /** Something that makes the figures less certain or comparable; empty where there is nothing to say. */
    String note();

    /**
     * Both sides ran, or ours did and the peer is not there.
     *
     * @param ours our figures
     * @param peer the peer's figures, a published one alone; null where the peer cannot run here
     * @param peerMissing why it cannot, or null
     */
    record Measured(
            Comparison comparison,
            Samples ours,
            @Nullable Samples peer,
            @Nullable String peerMissing) implements Row {
        /** Rounds that differ by more make a ratio doubtful. */
        private static final double LARGE_SPREAD = 0.15;

        /** How many times as fast as the peer we are, by the medians; NaN without a peer. */
        public double ratio() {
            return peer == null ? Double.NaN : comparison.unit().ratio(ours.median(), peer.median());
        }

        /** Whether the goal is reached; null where there is no goal, or one that needs the missing peer. */
        public @Nullable Boolean isMet() {
            Goal goal = comparison.goal();
            if (goal == null || (goal instanceof Goal.Ratio && peer == null)) {
                return null;
            }
            return goal.isMet(ours.median(), ratio());
        }

        @Override
        public String note() {
            List<String> notes = new ArrayList<>();
            if (peerMissing != null) {
                notes.add("peer missing: " + peerMissing);
            }
            if (ours.spread() > LARGE_SPREAD) {
                notes.add(noisy("ours", ours));
            }
            if (peer != null && peer.spread() > LARGE_SPREAD) {
                notes.add(noisy("peer", peer));
            }
            return String.join("; ", notes);
        }

        private static String noisy(String side, Samples samples) {
            return String.format(Locale.ROOT, "noisy machine: %s varies by %.0f %%", side, 100 * samples.spread());
        }
    }

    /** A side failed, or the two disagree. */
    record Failed(Comparison comparison, Throwable cause) implements Row {
        @Override
        public String note() {
            String message = cause.getMessage();
            return "failed: " + (message == null || message.isBlank() ? cause.toString() : message.strip());
        }
    }
}
