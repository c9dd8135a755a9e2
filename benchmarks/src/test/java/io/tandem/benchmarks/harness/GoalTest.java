package io.tandem.benchmarks.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class GoalTest {
    @Test
    void aRatioAboveOneIsBetterForRatesAndForTimes() {
        assertThat(Unit.SENTENCES_PER_SECOND.ratio(200, 100)).isEqualTo(2);
        assertThat(Unit.NANOSECONDS_PER_NODE.ratio(100, 200)).isEqualTo(2);
    }

    @Test
    void figuresAreInTheirUnit() {
        assertThat(Unit.SENTENCES_PER_SECOND.figure(32, 0.5)).isEqualTo(64);
        assertThat(Unit.GIGAFLOPS.figure(2e9, 0.5)).isCloseTo(4, within(1e-9));
        assertThat(Unit.NANOSECONDS_PER_NODE.figure(2048, 2048e-9)).isCloseTo(1, within(1e-9));
    }

    @Test
    void aRatioMustBeReached() {
        Goal goal = new Goal.Ratio(0.7);
        assertThat(goal.isMet(1, 0.7)).isTrue();
        assertThat(goal.isMet(1, 0.69)).isFalse();
        assertThat(goal.isMet(1, Double.NaN)).isFalse();
        assertThat(goal.text()).isEqualTo("ratio >= 0.70");
    }

    @Test
    void aLimitOfOursNeedsNoPeer() {
        Goal goal = new Goal.AtMost(100);
        assertThat(goal.isMet(100, Double.NaN)).isTrue();
        assertThat(goal.isMet(101, 9)).isFalse();
        assertThat(goal.text()).isEqualTo("ours <= 100");
    }
}
