package io.tandem.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.graph.Graph;
import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Tensor;
import io.tandem.scheduler.plan.Placement;
import io.tandem.scheduler.plan.Plan;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import io.tandem.testkit.fake.FakeBackend;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Plans far larger than models make them are made and run like small ones. */
@Timeout(60)
class LargePlansTest {
    @Test
    void tenThousandSplitsRun() {
        GraphBuilder builder = Graph.builder();
        Tensor x = builder.input("x", DType.F32, Shape.of(4));
        Placement placement = Placement.priority();
        Tensor last = x;
        for (int i = 0; i < 10_000; i++) {
            last = builder.scale(last, -1, 1);
            placement = placement.pin(last, i % 2 == 0 ? "a:0" : "b:0");
        }
        builder.output(last);
        Graph graph = builder.build();
        try (Machine machine = Machine.ofTwo();
                Session session = machine.open()) {
            Plan plan = machine.scheduler().plan(graph, placement);
            assertThat(plan.counts().splits()).isEqualTo(10_000);
            assertThat(plan.counts().copies()).isEqualTo(9_999);
            float[] values = {0, 1, 2, 3};
            assertThat(session.run(plan, Inputs.of(x, values)).readFloats(last)).containsExactly(values);
        }
    }

    @Test
    void fortyOperandsFromSixteenDevicesMeetOnTheSeventeenth() {
        FakeBackend[] fakes =
                IntStream.range(0, 17).mapToObj(i -> FakeBackend.of("d" + i)).toArray(FakeBackend[]::new);
        GraphBuilder builder = Graph.builder();
        Placement placement = Placement.priority();
        Inputs inputs = Inputs.none();
        Tensor sum = builder.input("x", DType.F32, Shape.of(2));
        inputs = inputs.and(sum, new float[2]);
        for (int i = 0; i < 40; i++) {
            Tensor x = builder.input("x" + i, DType.F32, Shape.of(2));
            Tensor part = builder.neg(x);
            sum = builder.add(sum, part);
            placement = placement.pin(part, "d" + (1 + i % 16) + ":0").pin(sum, "d0:0");
            inputs = inputs.and(x, new float[] {i, -i});
        }
        builder.output(sum);
        Graph graph = builder.build();
        try (Machine machine = Machine.of(fakes);
                Session session = machine.open()) {
            Plan plan = machine.scheduler().plan(graph, placement);
            assertThat(plan.counts().copies()).isEqualTo(40);
            assertThat(session.run(plan, inputs).readFloats(sum)).containsExactly(-780, 780);
        }
    }
}
