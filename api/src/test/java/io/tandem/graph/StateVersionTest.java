package io.tandem.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.util.List;
import org.junit.jupiter.api.Test;

class StateVersionTest {
    private final GraphBuilder builder = Graph.builder();
    private final State cache = State.of("cache", DType.F32, Shape.of(4, 8));
    private final Tensor old = builder.state(cache);
    private final Tensor rows = builder.input("rows", DType.F32, Shape.of(4, 8));

    @Test
    void aWriteReturnsTheNextVersionOfTheWholeState() {
        Tensor view = builder.slice(old, Shape.of(0, 2, 0, 0), Shape.of(4, 1));
        Tensor next = builder.copyInto(view, builder.slice(rows, Shape.of(0, 0, 0, 0), Shape.of(4, 1)));
        assertThat(next.kind()).isEqualTo(Tensor.Kind.STATE);
        assertThat(next.version()).isEqualTo(1);
        assertThat(next.state()).isSameAs(cache);
        assertThat(next.layout()).isEqualTo(cache.layout());
        assertThat(builder.state(cache)).isSameAs(next);
        assertThat(builder.build().lastVersion(cache)).isSameAs(next);
    }

    @Test
    void versionsAreLinear() {
        builder.copyInto(old, rows);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.copyInto(old, rows))
                .withMessageContaining("COPY_INTO(cache f32 [4, 8], rows f32 [4, 8])")
                .withMessageContaining("version 0 of cache has been written already");
    }

    @Test
    void onlyStatesAreWritten() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.copyInto(rows, rows))
                .withMessageContaining("operand 0 is not a view of a state");
    }

    @Test
    void readersOfTheOldVersionRunBeforeTheWrite() {
        Tensor before = builder.neg(old);
        Tensor next = builder.copyInto(old, rows);
        Tensor late = builder.abs(old);
        Tensor after = builder.sqr(next);
        builder.output(before);
        builder.output(after);
        Graph graph = builder.build();
        List<Node> nodes = graph.nodes();
        Node write = next.producer();
        assertThat(nodes.indexOf(late.producer())).isLessThan(nodes.indexOf(write));
        assertThat(nodes.indexOf(before.producer())).isLessThan(nodes.indexOf(write));
        assertThat(nodes.indexOf(after.producer())).isGreaterThan(nodes.indexOf(write));
        assertThat(graph.hazards(write)).containsExactly(before.producer(), late.producer());
        assertThat(graph.hazards(after.producer())).isEmpty();
    }

    @Test
    void oldAndNewContentsAtOnceAreRefused() {
        Tensor next = builder.copyInto(old, rows);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.add(old, next))
                .withMessageContaining("needs the old and the new contents of cache at once: insert cont");
        Tensor derived = builder.neg(next);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.add(derived, old))
                .withMessageContaining("insert cont");
    }

    @Test
    void contKeepsTheOldContents() {
        Tensor kept = builder.cont(old);
        Tensor next = builder.copyInto(old, rows);
        builder.output(builder.add(kept, next));
        assertThat(builder.build().nodes()).hasSize(3);
    }

    @Test
    void aWriteFromItsOwnStateIsRefused() {
        Tensor view = builder.slice(old, Shape.of(0, 0, 0, 0), Shape.of(4, 2));
        Tensor other = builder.slice(old, Shape.of(0, 2, 0, 0), Shape.of(4, 2));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.copyInto(view, other))
                .withMessageContaining("needs the old and the new contents of cache: insert cont");
    }

    @Test
    void anOutputIsNotOverwritten() {
        builder.output(old);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.copyInto(old, rows))
                .withMessageContaining("insert cont");
    }

    @Test
    void anOverwrittenVersionIsNoOutput() {
        builder.copyInto(old, rows);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.output(old))
                .withMessageContaining("has been overwritten: insert cont before the write");
    }

    /** r reads the new a and the old b; a write of b from the old a must come before the write of a and after r. */
    @Test
    void cyclesThroughTwoStatesAreRefusedAtTheCall() {
        State second = State.of("second", DType.F32, Shape.of(4, 8));
        Tensor b = builder.state(second);
        Tensor nextA = builder.copyInto(old, rows);
        builder.add(nextA, b);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.copyInto(b, old))
                .withMessageContaining("needs the old and the new contents of cache at once: insert cont");
        assertThat(builder.build().nodes()).hasSize(2);
    }

    @Test
    void anUnusedStateHasNoLastVersion() {
        Graph graph = builder.build();
        assertThat(graph.states()).containsExactly(cache);
        State other = State.of("other", DType.F32, Shape.of(1));
        assertThatThrownBy(() -> graph.lastVersion(other)).hasMessageContaining("does not use state other");
    }
}
