package io.tandem.inference.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanCommandTest {
    @TempDir
    Path folder;

    private static Outcome plan(Object... more) {
        Object[] all = new Object[more.length + 8];
        Object[] first = {"plan", "--devices", "cpu", "--dim", "batch_size=2", "--dim", "sequence_length=16", "minilm"};
        System.arraycopy(first, 0, all, 0, first.length);
        System.arraycopy(more, 0, all, first.length, more.length);
        return Outcome.of(all);
    }

    @Test
    void explainsThePlanToPeople() {
        assertThat(plan().succeeded().out()).contains("cpu:0", "last_hidden_state");
    }

    @Test
    void printsJsonForPrograms() {
        JsonObject plan =
                JsonParser.parseString(plan("--json").succeeded().out()).getAsJsonObject();
        assertThat(plan.keySet()).contains("devices", "splits", "copies", "memory", "nodes");
        assertThat(plan.getAsJsonArray("splits")).hasSize(1);
        JsonObject node = plan.getAsJsonArray("nodes").get(0).getAsJsonObject();
        assertThat(node.keySet()).contains("name", "op", "device", "reason", "rejected");
    }

    @Test
    void printsDotForGraphviz() {
        assertThat(plan("--dot").succeeded().out()).startsWith("digraph").endsWith("}\n");
    }

    @Test
    void saysWhichSizesItAssumed() {
        Outcome outcome = Outcome.of("plan", "--devices", "cpu", "--dim", "batch_size=2", "minilm");
        assertThat(outcome.code()).isZero();
        assertThat(outcome.err()).isEqualTo("tandem: planned for size 1 of sequence_length; --dim sets it\n");
    }

    @Test
    void wrongCommandLinesAndModels() {
        plan("--json", "--dot").failed(2, "mutually exclusive");
        plan("--dim", "width=3").failed(2, "--dim", "width", "batch_size", "sequence_length");
        plan("--dim", "batch_size=many").failed(2, "--dim", "many");
        Outcome.of("plan").failed(2, "MODEL");
        Outcome.of("plan", folder.resolve("none.onnx")).failed(1, "none.onnx: there is no such file");
    }
}
