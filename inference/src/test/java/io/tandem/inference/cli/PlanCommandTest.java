package io.tandem.inference.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.tandem.inference.onnx.OnnxBuilder;
import io.tandem.inference.onnx.format.OnnxType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
    void aQuestionMarkMeansDimensionsWithoutAName() throws IOException {
        Path model = Files.write(
                folder.resolve("model.onnx"),
                new OnnxBuilder()
                        .input("x", OnnxType.FLOAT, "", 3)
                        .output("y")
                        .node("Relu", List.of("x"), List.of("y"))
                        .build());
        Outcome outcome = Outcome.of("plan", "--devices", "cpu", "--dim", "?=5", model);
        assertThat(outcome.succeeded().out()).contains("x = input f32 [3, 5]");
    }

    @Test
    void wrongCommandLinesAndModels() {
        plan("--json", "--dot").failed(2, "mutually exclusive");
        plan("--dim", "width=3").failed(2, "--dim", "width", "batch_size", "sequence_length");
        Outcome.of("plan", "--dim", "batch_size=many", "minilm").failed(2, "--dim", "many");
        Outcome.of("plan", "--dim", "batch_size=-3", "minilm").failed(2, "--dim", "batch_size", "-3");
        String endless = "batch_size=" + Long.MAX_VALUE;
        Outcome.of("plan", "--devices", "cpu", "--dim", endless, "--dim", "sequence_length=2", "minilm")
                .failed(1, "all-MiniLM-L6-v2", "too many elements in [9223372036854775807, 2]");
        plan("--dim", "batch_size=2").failed(2, "--dim is given twice for 'batch_size'");
        Outcome.of("plan").failed(2, "MODEL");
        Outcome.of("plan", folder.resolve("none.onnx")).failed(1, "none.onnx: there is no such file");
    }
}
