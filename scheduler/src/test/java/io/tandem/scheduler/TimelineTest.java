package io.tandem.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tandem.graph.Graph;
import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Tensor;
import io.tandem.scheduler.plan.Lane;
import io.tandem.scheduler.plan.Placement;
import io.tandem.scheduler.plan.Plan;
import io.tandem.scheduler.trace.CommandEvent;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TimelineTest {
    @TempDir
    private Path folder;

    private final GraphBuilder builder = Graph.builder();
    private final Tensor x = builder.input("x\"y", DType.F32, Shape.of(8));
    private final Tensor a = builder.name("a", builder.neg(x));
    private final Tensor b = builder.output(builder.name("b", builder.neg(a)));
    private final Graph graph = builder.build();
    private final Inputs inputs = Inputs.of(x, new float[8]);
    private final Placement placement = Placement.priority().pin(a, "a:0").pin(b, "b:0");

    @Test
    void recordsEachCommandOfARunInItsOrder() {
        try (Machine machine = Machine.ofTwo();
                Session session =
                        machine.scheduler().open(SessionOptions.defaults().withTimelines())) {
            Plan plan = machine.scheduler().plan(graph, placement);
            Timeline timeline = session.run(plan, inputs).timeline();
            assertThat(timeline.intervals())
                    .extracting(Timeline.Interval::label, Timeline.Interval::device, Timeline.Interval::purpose)
                    .containsExactly(
                            org.assertj.core.groups.Tuple.tuple("upload x\"y", "a:0", Lane.Purpose.COMPUTE),
                            org.assertj.core.groups.Tuple.tuple("a", "a:0", Lane.Purpose.COMPUTE),
                            org.assertj.core.groups.Tuple.tuple("copy a", "b:0", Lane.Purpose.TRANSFER),
                            org.assertj.core.groups.Tuple.tuple("b", "b:0", Lane.Purpose.COMPUTE));
            for (int i = 1; i < 4; i++) {
                assertThat(timeline.intervals().get(i).startNanos())
                        .isGreaterThanOrEqualTo(timeline.intervals().get(i - 1).endNanos());
            }
            String json = timeline.toChromeTrace();
            assertThat(json)
                    .startsWith("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n")
                    .contains("\"name\":\"upload x\\\"y\",\"pid\":1,\"tid\":1,\"ts\":0.000,")
                    .contains(
                            "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":2,\"tid\":0,\"args\":{\"name\":\"b:0\"}}")
                    .endsWith("\n]}\n");
            assertThat(json.lines().filter(line -> line.contains("\"ph\":\"X\"")))
                    .hasSize(4);
            String both = Timeline.toChromeTrace(
                    List.of(timeline, session.run(plan, inputs).timeline()));
            assertThat(both.lines().filter(line -> line.contains("\"ph\":\"X\"")))
                    .hasSize(8);
        }
    }

    @Test
    void isNotThereUnlessAskedFor() {
        try (Machine machine = Machine.ofTwo();
                Session session = machine.open()) {
            Run run = session.run(machine.scheduler().plan(graph, placement), inputs);
            assertThatThrownBy(run::timeline)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("The session records no timelines");
        }
    }

    @Test
    void aFlightRecordingHoldsEachCommand() throws IOException {
        try (Machine machine = Machine.ofTwo();
                Session session = machine.open();
                Recording recording = new Recording()) {
            recording.enable(CommandEvent.class);
            recording.start();
            session.run(machine.scheduler().plan(graph, placement), inputs);
            recording.stop();
            Path file = folder.resolve("run.jfr");
            recording.dump(file);
            List<RecordedEvent> events = RecordingFile.readAllEvents(file).stream()
                    .filter(event -> event.getEventType().getName().equals("io.tandem.Command"))
                    .toList();
            assertThat(events)
                    .extracting(event -> event.getString("device") + " " + event.getString("lane") + " "
                            + event.getString("command"))
                    .containsExactlyInAnyOrder(
                            "a:0 compute upload x\"y", "a:0 compute a", "b:0 transfer copy a", "b:0 compute b");
            assertThat(events)
                    .allSatisfy(
                            event -> assertThat(event.getDuration().toNanos()).isPositive());
        }
    }
}
