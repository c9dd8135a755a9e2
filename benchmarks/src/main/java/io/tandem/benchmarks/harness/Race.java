package io.tandem.benchmarks.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Measures comparisons: both sides warm up, must agree on the result, and are then measured in turns, so that whatever
 * else the machine does meets both alike.
 *
 * @param effort how long
 * @param quiet waits between the sides
 * @param nanoClock the time in nanoseconds
 */
public record Race(Effort effort, Quiet quiet, LongSupplier nanoClock) {
    /** Normalised mean squared error up to which two results count as the same, as in ggml's tests of products. */
    private static final double LARGEST_ERROR = 5e-4;

    /** The first run of a vector kernel may take seconds, until it is compiled, and is no warm-up by itself. */
    private static final int FEWEST_TURNS = 3;

    /** One of the three: a side that runs, figures measured elsewhere, or the reason why there is neither. */
    private record Opponent(
            @Nullable Side side,
            @Nullable Samples published,
            @Nullable String missing) {
        static Opponent published(double figure) {
            return new Opponent(null, new Samples(List.of(figure)), null);
        }
    }

    /** A race against the clock on the wall. */
    public static Race of(Effort effort) {
        return new Race(effort, Quiet.ofProcess(), System::nanoTime);
    }

    /**
     * Measures one comparison. Whatever a side throws makes a failed row.
     *
     * @param roundDone called after each round
     */
    public Row run(Comparison comparison, Runnable roundDone) {
        try (Side ours = comparison.ours().open()) {
            return switch (comparison.peer()) {
                case Peer.Published published ->
                    measure(comparison, ours, Opponent.published(published.figure()), roundDone);
                case Peer.Measured measured -> beside(comparison, ours, measured, roundDone);
            };
        } catch (Exception | LinkageError e) {
            return new Row.Failed(comparison, e);
        }
    }

    private Row beside(Comparison comparison, Side ours, Peer.Measured peer, Runnable roundDone) throws Exception {
        Side side;
        try {
            side = peer.opening().open();
        } catch (LinkageError e) {
            String reason = "its native library does not load: " + e.getMessage();
            return measure(comparison, ours, new Opponent(null, null, reason), roundDone);
        }
        try (side) {
            return measure(comparison, ours, new Opponent(side, null, null), roundDone);
        }
    }

    private Row measure(Comparison comparison, Side ours, Opponent opponent, Runnable roundDone) throws Exception {
        Side theirs = opponent.side;
        warmUp(ours, theirs);
        List<Double> ourFigures = new ArrayList<>();
        List<Double> peerFigures = new ArrayList<>();
        for (int round = 0; round < effort.rounds(); round++) {
            ourFigures.add(figure(comparison, ours));
            if (theirs != null) {
                peerFigures.add(figure(comparison, theirs));
            }
            roundDone.run();
        }
        Samples peer = theirs == null ? opponent.published : new Samples(peerFigures);
        return new Row.Measured(comparison, new Samples(ourFigures), peer, opponent.missing);
    }

    private void warmUp(Side ours, @Nullable Side theirs) throws Exception {
        long slice = effort.slice().toNanos();
        long both = effort.warmUp().toNanos() * (theirs == null ? 1 : 2);
        long start = nanoClock.getAsLong();
        for (int turn = 0; turn < FEWEST_TURNS || nanoClock.getAsLong() - start < both; turn++) {
            secondsPerRun(ours, slice);
            if (theirs != null) {
                secondsPerRun(theirs, slice);
            }
        }
        if (theirs != null) {
            requireAgreement(ours.result(), theirs.result());
        }
    }

    private double figure(Comparison comparison, Side side) throws Exception {
        quiet.await();
        side.run(); // wakes its threads and fills the caches
        double seconds = secondsPerRun(side, effort.slice().toNanos());
        return comparison.unit().figure(comparison.work(), seconds);
    }

    private double secondsPerRun(Side side, long sliceNanos) throws Exception {
        long start = nanoClock.getAsLong();
        long runs = 0;
        long elapsed;
        do {
            side.run();
            runs++;
            elapsed = nanoClock.getAsLong() - start;
        } while (elapsed < sliceNanos);
        return elapsed * 1e-9 / runs;
    }

    /** A side that computes something else may be fast for that reason. */
    private static void requireAgreement(float[] ours, float[] theirs) {
        if (theirs.length == 0) {
            return;
        }
        if (ours.length != theirs.length) {
            throw new IllegalStateException("ours has " + ours.length + " results, the peer " + theirs.length);
        }
        double error = 0;
        double norm = 0;
        for (int i = 0; i < ours.length; i++) {
            error += Math.pow((double) ours[i] - theirs[i], 2);
            norm += Math.pow(theirs[i], 2);
        }
        if (!(error <= LARGEST_ERROR * norm)) {
            throw new IllegalStateException(
                    "ours and the peer disagree: the normalised mean squared error is " + error / norm);
        }
    }
}
