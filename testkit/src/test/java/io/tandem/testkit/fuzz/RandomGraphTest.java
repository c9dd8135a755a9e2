package io.tandem.testkit.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tandem.graph.Graph;
import io.tandem.graph.Tensor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RandomGraphTest {
    private static List<String> text(Graph graph) {
        return graph.nodes().stream()
                .map(node -> node.output() + " = " + node + " as " + node.op())
                .toList();
    }

    @Test
    void aSeedGivesTheSameGraphEachTime() {
        RandomGraph every = RandomGraph.of(7, 16, RandomGraph.Outputs.ALL);
        RandomGraph ends = RandomGraph.of(7, 16, RandomGraph.Outputs.ENDS);
        assertThat(text(every.graph()))
                .isEqualTo(text(ends.graph()))
                .isNotEqualTo(
                        text(RandomGraph.of(8, 16, RandomGraph.Outputs.ALL).graph()));
        assertThat(ends.outputs().size()).isLessThan(every.outputs().size());
    }

    @Test
    void theReferencesOwnResultsPassAndASingleWrongElementDoesNot() {
        int broken = 0;
        for (long seed = 0; seed < 10; seed++) {
            RandomGraph random = RandomGraph.of(seed, 16, RandomGraph.Outputs.ALL);
            Map<Tensor, MemorySegment> right = random.expected();
            random.check(right::get);
            for (Tensor tensor : random.graph().outputs()) {
                if (tensor.type().isFloat() && right.get(tensor).byteSize() > 0) {
                    MemorySegment wrong = copy(right.get(tensor));
                    MemorySegment last = wrong.asSlice(wrong.byteSize() - 2);
                    last.set(ValueLayout.JAVA_SHORT_UNALIGNED, 0, (short) 0x4870);
                    assertThatThrownBy(() -> random.check(other -> other == tensor ? wrong : right.get(other)))
                            .isInstanceOf(AssertionError.class)
                            .hasMessageContaining(tensor.name());
                    broken++;
                }
            }
        }
        assertThat(broken).isGreaterThan(50);
    }

    private static MemorySegment copy(MemorySegment bytes) {
        return MemorySegment.ofArray(bytes.toArray(ValueLayout.JAVA_BYTE));
    }
}
