package io.tandem.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tandem.scheduler.plan.Placement;
import io.tandem.scheduler.plan.Plan;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DecoderTest {
    private static final int STEPS = 512;

    private final Decoder decoder = new Decoder(STEPS);
    private final int[] tokens =
            new Random(2).ints(STEPS, 0, Decoder.VOCABULARY).toArray();

    /** A plan for one bucket of positions. */
    private record Planned(Decoder.Step step, Plan plan) {}

    @Test
    void singleStepsOnTwoDevicesGiveTheWholeSequence() {
        float[] expected = wholeSequence();
        Placement halves = Placement.priority().pin("layer0\\..*", "a:0").pin("layer1\\..*", "b:0");
        Map<Integer, Planned> plans = new HashMap<>();
        try (Machine machine = Machine.ofTwo();
                Session session = machine.open()) {
            long[] made = new long[2];
            for (int position = 0; position < STEPS; position++) {
                int bucket = (position / Decoder.BUCKET + 1) * Decoder.BUCKET;
                boolean first = !plans.containsKey(bucket);
                Planned planned = plans.computeIfAbsent(bucket, size -> plan(machine, size, halves));
                Decoder.Step step = planned.step();
                session.run(planned.plan(), step.inputs(new int[] {tokens[position]}, position));
                float[] logits = session.readFloats(step.logits());
                float[] wanted = Arrays.copyOfRange(
                        expected, position * Decoder.VOCABULARY, (position + 1) * Decoder.VOCABULARY);
                for (int i = 0; i < logits.length; i++) {
                    assertThat(logits[i])
                            .as("position %d, logit %d", position, i)
                            .isCloseTo(wanted[i], within(1e-4f));
                }
                long[] now = allocations(machine);
                assertThat(first || Arrays.equals(now, made))
                        .as("nothing is allocated at position %d", position)
                        .isTrue();
                made = now;
            }
        }
        assertThat(plans).hasSizeLessThanOrEqualTo(3);
        assertThat(plans.values())
                .allSatisfy(planned -> assertThat(planned.plan().splits()).hasSize(2));
    }

    private static long[] allocations(Machine machine) {
        return new long[] {
            machine.fake(0).counters().allocations(), machine.fake(1).counters().allocations()
        };
    }

    private Planned plan(Machine machine, int bucket, Placement placement) {
        Decoder.Step step = decoder.step(bucket);
        return new Planned(step, machine.scheduler().plan(step.graph(), placement));
    }

    private float[] wholeSequence() {
        Decoder.Step whole = decoder.sequence();
        try (Machine machine = Machine.of();
                Session session = machine.open()) {
            Plan plan = machine.scheduler().plan(whole.graph());
            return session.run(plan, whole.inputs(tokens, 0)).readFloats(whole.logits());
        }
    }
}
