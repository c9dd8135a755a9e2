package io.tandem.scheduler.planning;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.graph.Graph;
import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Tensor;
import io.tandem.scheduler.plan.Placement;
import io.tandem.scheduler.plan.Plan;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import org.junit.jupiter.api.Test;

/** What a plan says of itself. */
final class ExplainTest {
    private static Plan plan() {
        GraphBuilder graph = Graph.builder();
        Tensor x = graph.input("x", DType.F32, Shape.of(64));
        Tensor first = graph.name("say \"hi\"", graph.relu(x));
        graph.relu(x);
        Tensor second = graph.output(graph.name("second", graph.softMax(first)));
        Placement placement = Placement.priority().pin(first, Machine.id("A")).pin("nothing", Machine.id("A"));
        assertThat(second.producer()).isNotNull();
        return Machine.of().andWithout("A", "SOFT_MAX").and("CPU").plan(graph.build(), placement);
    }

    @Test
    void peopleReadCountsSplitsTransfersAndReasons() {
        assertThat(plan().explain())
                .startsWith(
                        "Plan: 2 splits, 2 segments, 1 copies (256 bytes), 1 uploads (256 bytes), 0 replicas (0 bytes)")
                .contains("1. A:0, 1 nodes: say \"hi\"")
                .contains("2. CPU:0, 1 nodes: second")
                .contains("copy of say \"hi\" from A:0 to CPU:0, 256 bytes")
                .contains("not A:0: no kernel for SOFT_MAX")
                .contains("Dropped, since no output and no state depends on them: relu_2")
                .contains("The pin of nothing matches no name");
    }

    @Test
    void programsReadJson() {
        assertThat(plan().toJson())
                .startsWith("{\"devices\":[{\"id\":\"A:0\",")
                .contains(
                        "\"splits\":[{\"device\":\"A:0\",\"nodes\":[\"say \\\"hi\\\"\"],\"inputs\":[],\"segments\":1},"
                                + "{\"device\":\"CPU:0\",\"nodes\":[\"second\"],\"inputs\":[\"say \\\"hi\\\"\"],\"segments\":1}]")
                .contains("\"copies\":[{\"tensor\":\"say \\\"hi\\\"\",\"from\":\"A:0\",\"to\":\"CPU:0\",\"offset\":0,"
                        + "\"bytes\":256}]")
                .contains("{\"name\":\"second\",\"op\":\"SOFT_MAX\",\"device\":\"CPU:0\",\"cause\":\"FREE\",")
                .contains("\"rejected\":[{\"device\":\"A:0\",\"reason\":\"no kernel for SOFT_MAX\"}]")
                .endsWith("\"notes\":[\"The pin of nothing matches no name\"]}");
    }

    @Test
    void graphvizDrawsSplitsAndCopies() {
        assertThat(plan().toDot())
                .startsWith("digraph plan {")
                .contains("label=\"say \\\"hi\\\"\\nRELU\"")
                .contains("[style=dashed, label=\"256 bytes\"]")
                .endsWith("}\n");
    }
}
