package io.tandem.benchmarks.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RaceTest {
    private static final Effort EFFORT = new Effort(Duration.ofNanos(20), 3, Duration.ofNanos(10));

    private final SteppingClock clock = new SteppingClock();
    private final List<String> log = new ArrayList<>();
    private int rounds;

    private Row run(Comparison comparison) {
        return new Race(EFFORT, () -> log.add("quiet"), clock).run(comparison, () -> rounds++);
    }

    private Comparison comparison(Unit unit, double work, Side.Opening ours, Peer peer) {
        return new Comparison("example", true, unit, work, ours, peer, new Goal.Ratio(0.6));
    }

    private Side.Opening side(String name, long nanos, float... result) {
        return () -> new ClockSide(name, clock, run -> nanos, log, result);
    }

    @Test
    void measuresBothSidesInTurns() {
        Row row = run(
                comparison(Unit.GIGAFLOPS, 40, side("ours", 5, 1), new Peer.Measured("theirs", side("theirs", 10, 1))));

        Row.Measured measured = (Row.Measured) row;
        assertThat(measured.ours().median()).isCloseTo(8, within(1e-9));
        assertThat(measured.peer().median()).isCloseTo(4, within(1e-9));
        assertThat(measured.ratio()).isCloseTo(2, within(1e-9));
        assertThat(measured.isMet()).isTrue();
        assertThat(measured.note()).isEmpty();
        assertThat(rounds).isEqualTo(3);
        assertThat(String.join(" ", log))
                .isEqualTo("ours ours theirs ours ours theirs ours ours theirs"
                        + " quiet ours ours ours quiet theirs theirs".repeat(3)
                        + " theirs closed ours closed");
    }

    @Test
    void takesTheMedianOfRounds() {
        // Three runs to warm up, then in each round one that is not measured and one that is.
        long[] nanos = {20, 20, 20, 0, 10, 0, 1000, 0, 20};
        Side.Opening ours = () -> new ClockSide("ours", clock, run -> nanos[(int) run], log);
        Row.Measured row =
                (Row.Measured) run(comparison(Unit.NANOSECONDS_PER_NODE, 1, ours, new Peer.Published("elsewhere", 10)));

        assertThat(row.ours().median()).isCloseTo(20, within(1e-9));
        assertThat(row.ratio()).isCloseTo(0.5, within(1e-9));
        assertThat(row.isMet()).isFalse();
        assertThat(row.note()).startsWith("noisy machine: ours varies by");
    }

    @Test
    void refusesSidesThatDisagree() {
        Row row = run(comparison(
                Unit.GIGAFLOPS, 1, side("ours", 5, 1, 2), new Peer.Measured("theirs", side("theirs", 5, 1, 3))));

        assertThat(row).isInstanceOf(Row.Failed.class);
        assertThat(row.note()).startsWith("failed: ours and the peer disagree");
        assertThat(log).endsWith("theirs closed", "ours closed");
    }

    @Test
    void refusesNotANumber() {
        Row row = run(comparison(
                Unit.GIGAFLOPS, 1, side("ours", 5, Float.NaN), new Peer.Measured("theirs", side("theirs", 5, 1))));

        assertThat(row).isInstanceOf(Row.Failed.class);
    }

    @Test
    void refusesResultsOfDifferentLength() {
        Row row =
                run(comparison(Unit.GIGAFLOPS, 1, side("ours", 5), new Peer.Measured("theirs", side("theirs", 5, 1))));

        assertThat(row.note()).isEqualTo("failed: ours has 0 results, the peer 1");
    }

    @Test
    void measuresOursWhereThePeerHasNoLibrary() {
        Side.Opening missing = () -> {
            throw new UnsatisfiedLinkError("no such library");
        };
        Row.Measured row = (Row.Measured)
                run(comparison(Unit.GIGAFLOPS, 40, side("ours", 5), new Peer.Measured("theirs", missing)));

        assertThat(row.ours().median()).isCloseTo(8, within(1e-9));
        assertThat(row.peer()).isNull();
        assertThat(row.ratio()).isNaN();
        assertThat(row.isMet()).isNull();
        assertThat(row.note()).isEqualTo("peer missing: its native library does not load: no such library");
    }

    @Test
    void reportsWhatOursThrows() {
        Side.Opening broken = () -> {
            throw new IllegalStateException("no device");
        };
        Row row = run(comparison(Unit.GIGAFLOPS, 1, broken, new Peer.Published("elsewhere", 1)));

        assertThat(row.note()).isEqualTo("failed: no device");
    }
}
