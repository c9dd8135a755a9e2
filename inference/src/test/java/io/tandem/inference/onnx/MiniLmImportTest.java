package io.tandem.inference.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.graph.Tensor;
import io.tandem.inference.onnx.format.OnnxTensor;
import io.tandem.op.ViewOp;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class MiniLmImportTest {
    private static byte[] model = new byte[0];

    @BeforeAll
    static void read() throws IOException {
        try (InputStream in = MiniLmImportTest.class.getResourceAsStream("/all-minilm-l6-v2.onnx")) {
            model = in.readAllBytes();
        }
    }

    private static List<OnnxTensor> tokens(int... lengths) {
        int longest = java.util.Arrays.stream(lengths).max().orElseThrow();
        long[] ids = new long[lengths.length * longest];
        long[] mask = new long[ids.length];
        Random random = new Random(7);
        for (int i = 0; i < ids.length; i++) {
            boolean real = i % longest < lengths[i / longest];
            mask[i] = real ? 1 : 0;
            ids[i] = real ? random.nextInt(30522) : 0;
        }
        List<Long> shape = List.of((long) lengths.length, (long) longest);
        return List.of(
                OnnxRuntime.integers("input_ids", shape, ids),
                OnnxRuntime.integers("attention_mask", shape, mask),
                OnnxRuntime.integers("token_type_ids", shape, new long[ids.length]));
    }

    @Test
    void computesWhatOnnxRuntimeComputes() {
        for (int[] lengths : new int[][] {{5}, {7, 3, 1}}) {
            Parity.check(model, tokens(lengths));
        }
    }

    @Test
    void becomesFewOperationsThatShareTheirWeights() {
        try (OnnxModel opened = OnnxModel.of("MiniLM", model)) {
            ImportedGraph small = Parity.imported(opened, ImportRequest.create(), tokens(5), Set.of());
            ImportedGraph large = Parity.imported(opened, ImportRequest.create(), tokens(7, 3), Set.of());
            assertThat(small.graph().nodes())
                    .filteredOn(node -> !(node.op() instanceof ViewOp))
                    .hasSizeLessThan(170);
            assertThat(small.graph().weights().stream().map(Tensor::weight))
                    .containsExactlyInAnyOrderElementsOf(
                            large.graph().weights().stream().map(Tensor::weight).toList());
            assertThat(small.notes()).isEmpty();
            assertThat(large.notes()).isEmpty();
        }
    }
}
