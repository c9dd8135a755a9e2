package io.tandem.inference.onnx;

import static io.tandem.inference.onnx.OnnxBuilder.attribute;

import io.tandem.inference.onnx.format.OnnxTensor;
import io.tandem.inference.onnx.format.OnnxType;
import java.util.ArrayList;
import java.util.List;

/** Small models that together use operators of every family. */
public final class SampleModels {
    private SampleModels() {}

    /** All of them. */
    public static List<byte[]> all() {
        List<byte[]> models = new ArrayList<>();
        models.add(new ConvolutionalNetwork(3).build());
        models.add(new Transformer(1, 2, 8).build());
        models.add(BranchTest.model().build());
        models.add(RecurrentParityTest.layer("LSTM", "bidirectional").build());
        models.add(RecurrentParityTest.layer("GRU", "reverse").build());
        single(models);
        return models;
    }

    private static void single(List<byte[]> models) {
        OnnxTensor ids = OnnxRuntime.integers("ids", List.of(2L, 2L), 1, 0, 0, 1);
        add(
                models,
                OneNode.of("Conv")
                        .fed(1, 2, 6, 6)
                        .constant(4, 1, 3, 3)
                        .with("group", 2)
                        .list("pads", 1, 0, 2, 1));
        add(
                models,
                OneNode.of("Conv").fed(1, 2, 4, 4, 4).constant(2, 2, 2, 2, 2).list("strides", 1, 2, 1));
        add(
                models,
                OneNode.of("ConvTranspose").fed(1, 2, 3, 3).constant(2, 2, 2, 2).list("strides", 2, 3));
        add(
                models,
                OneNode.of("MaxPool").fed(1, 2, 6, 6).list("kernel_shape", 2, 2).list("dilations", 2, 1));
        add(
                models,
                OneNode.of("AveragePool")
                        .fed(1, 2, 6, 6)
                        .list("kernel_shape", 3, 2)
                        .list("pads", 0, 1, 2, 0));
        add(
                models,
                OneNode.of("Resize")
                        .version(18)
                        .fed(1, 1, 4, 4)
                        .none()
                        .none()
                        .integers(1, 1, 3, 7)
                        .with(attribute("mode", "cubic")));
        add(models, OneNode.of("Pad").fed(2, 3).integers(1, 0, 2, 1).with(attribute("mode", "reflect")));
        add(models, OneNode.of("Pad").fed(2, 3).integers(1, 0, -1, 1).number(3));
        add(
                models,
                OneNode.of("Slice")
                        .fed(4, 5)
                        .integers(3, 0)
                        .integers(0, 4)
                        .integers(0, 1)
                        .integers(-1, 2));
        add(models, OneNode.of("GatherND").fed(2, 3, 4).constant(ids));
        add(models, OneNode.of("ScatterND").fed(2, 3, 4).constant(ids).fed(2, 4));
        add(models, OneNode.of("GatherElements").fed(2, 3).constant(ids).with("axis", 1));
        add(models, OneNode.of("OneHot").fed(ids).integers(4).constant(2));
        add(models, OneNode.of("TopK").fed(3, 4).integers(2).with("largest", 0).results(2));
        add(
                models,
                OneNode.of("CumSum").fed(3, 4).integers(1).with("reverse", 1).with("exclusive", 1));
        add(models, OneNode.of("Trilu").fed(3, 4).integers(2));
        add(models, OneNode.of("Einsum").fed(2, 3, 4).fed(2, 5, 4).with(attribute("equation", "bij,bkj->bki")));
        add(models, OneNode.of("Tile").fed(2, 1, 3, 1, 2).integers(1, 2, 2, 3, 1));
        add(models, OneNode.of("Transpose").fed(2, 3, 2, 3, 2).list("perm", 4, 2, 0, 3, 1));
        add(models, OneNode.of("DepthToSpace").fed(1, 8, 2, 3).with("blocksize", 2));
        add(models, OneNode.of("Split").version(13).fed(6, 4).integers(1, 2, 3).results(3));
        add(models, OneNode.of("ReduceProd").fed(2, 5).axes(1));
        add(models, OneNode.of("LRN").fed(1, 5, 3, 3).with("size", 3));
        add(models, OneNode.of("Softmax").version(11).fed(2, 3, 4).with("axis", 1));
        add(models, OneNode.of("QuantizeLinear").fed(3, 4).number(0.1f));
        add(models, OneNode.of("Gemm").fed(2, 3).constant(4, 3).constant(4).with("transB", 1));
        add(models, OneNode.of("LayerNormalization").fed(2, 3).constant(3).constant(3));
        add(
                models,
                OneNode.of("GroupNormalization")
                        .version(21)
                        .fed(2, 4, 3)
                        .constant(4)
                        .constant(4)
                        .with("num_groups", 2));
        add(models, OneNode.of("Range").constant(2).constant(2).constant(2));
        add(
                models,
                OneNode.of("Attention")
                        .version(23)
                        .fed(1, 3, 8)
                        .fed(1, 4, 4)
                        .fed(1, 4, 4)
                        .with("q_num_heads", 4)
                        .with("kv_num_heads", 2)
                        .with("is_causal", 1));
    }

    private static void add(List<byte[]> models, OneNode node) {
        models.add(node.build());
    }

    /** A tensor of two dimensions. */
    public static OnnxTensor tensor() {
        return OneNode.tensor("x", OnnxType.FLOAT, List.of(2L, 3L), 1, 2, 3, 4, 5, 6);
    }
}
