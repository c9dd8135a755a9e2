package io.tandem.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.tandem.op.ViewOp;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import io.tandem.tensor.TensorLayout;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;

class GraphBuilderTest {
    private final GraphBuilder builder = Graph.builder();
    private final Tensor x = builder.input("x", DType.F32, Shape.of(64, 5));
    private final Weight weight = Weight.of("w", DType.Q8_0, Shape.of(64, 3), new Zeros(3 * 68));

    /** Bytes of zeros. */
    private record Zeros(long bytes) implements WeightSource {
        @Override
        public void read(long offset, MemorySegment target) {
            target.fill((byte) 0);
        }
    }

    @Test
    void resultsHaveTheLayoutOfTheirRule() {
        Tensor product = builder.mulMat(builder.weight(weight), x);
        assertThat(product.layout()).isEqualTo(TensorLayout.of(DType.F32, Shape.of(3, 5)));
        assertThat(product.kind()).isEqualTo(Tensor.Kind.RESULT);
        assertThat(product.producer()).hasToString("MUL_MAT(w q8_0 [64, 3], x f32 [64, 5])");
        assertThat(builder.argmax(x).layout()).isEqualTo(TensorLayout.of(DType.I32, Shape.of(5)));
        assertThat(builder.sum(x).shape()).isEqualTo(Shape.of(1));
        assertThat(builder.mean(x).shape()).isEqualTo(Shape.of(1, 5));
    }

    @Test
    void weightsAndStatesAreKnownByIdentity() {
        assertThat(builder.weight(weight)).isSameAs(builder.weight(weight));
        Weight twin = Weight.of("w", DType.Q8_0, Shape.of(64, 3), new Zeros(3 * 68));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.weight(twin))
                .withMessage("There is a tensor named w already");
    }

    @Test
    void scopesNest() {
        try (var _ = builder.scope("blk.3")) {
            assertThat(builder.input("q", DType.F32, Shape.of(1)).name()).isEqualTo("blk.3.q");
            try (var _ = builder.scope("attn")) {
                assertThat(builder.neg(x).name()).startsWith("blk.3.attn.neg_");
                assertThat(builder.name("k", builder.neg(x)).name()).isEqualTo("blk.3.attn.k");
            }
            assertThat(builder.neg(x).name()).startsWith("blk.3.neg_");
        }
        assertThat(builder.neg(x).name()).startsWith("neg_");
        assertThat(builder.weight(weight).name()).isEqualTo("w");
        Graph graph = builder.build();
        assertThat(graph.tensor("blk.3.attn.k")).get().extracting(Tensor::name).isEqualTo("blk.3.attn.k");
        assertThat(graph.tensors().stream().map(Tensor::name)).doesNotHaveDuplicates();
    }

    @Test
    void viewsShareTheirStorage() {
        Tensor view = builder.transpose(builder.slice(x, Shape.of(2, 1, 0, 0), Shape.of(8, 3)));
        assertThat(view.kind()).isEqualTo(Tensor.Kind.VIEW);
        assertThat(view.storage()).isSameAs(x);
        assertThat(view.storageOffset()).isEqualTo(4 * (64 + 2));
        assertThat(view.shape()).isEqualTo(Shape.of(3, 8));
        assertThat(view.strides().s0()).isEqualTo(256);
        Tensor read = builder.abs(view);
        Graph graph = builder.build();
        assertThat(graph.readers(x)).containsExactly(read.producer());
        assertThat(graph.nodes().stream().filter(node -> node.op() instanceof ViewOp))
                .hasSize(2);
    }

    @Test
    void aReaderIsListedOnce() {
        Tensor square = builder.mul(x, x);
        assertThat(builder.build().readers(x)).containsExactly(square.producer());
    }

    @Test
    void outputsKeepTheirOrderAndNames() {
        Tensor neg = builder.output(builder.neg(x));
        builder.output("again", neg);
        builder.output("itself", x);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.output("again", x))
                .withMessage("There is an output named again already");
        Graph graph = builder.build();
        assertThat(graph.outputs()).containsExactly(neg, neg, x);
        assertThat(graph.outputsByName().keySet()).containsExactly(neg.name(), "again", "itself");
        assertThat(graph.inputs()).containsExactly(x);
    }

    @Test
    void nodesKeepTheOrderInWhichTheyWereMade() {
        List<Tensor> made = List.of(builder.neg(x), builder.abs(x), builder.sqr(x));
        assertThat(builder.build().nodes()).extracting(Node::output).containsExactlyElementsOf(made);
    }

    @Test
    void aBuiltGraphIsFinal() {
        Graph graph = builder.build();
        assertThatIllegalStateException().isThrownBy(() -> builder.neg(x)).withMessage("The graph is built already");
        assertThatIllegalStateException().isThrownBy(builder::build);
        assertThatIllegalStateException().isThrownBy(() -> builder.input("y", DType.F32, Shape.of(1)));
        assertThatIllegalStateException().isThrownBy(() -> builder.name("z", x));
        assertThat(graph.contains(x)).isTrue();
        assertThat(graph.contains(Graph.builder().input("x", DType.F32, Shape.of(64, 5))))
                .isFalse();
    }
}
