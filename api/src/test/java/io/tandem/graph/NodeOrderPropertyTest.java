package io.tandem.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Whatever is built with several states: the builder refuses a call, or the graph has an order that respects them all. */
class NodeOrderPropertyTest {
    private static final Shape SHAPE = Shape.of(4, 4);

    @Property(tries = 500)
    void everyGraphThatIsBuiltHasAnOrder(@ForAll long seed) {
        Random random = new Random(seed);
        GraphBuilder builder = Graph.builder();
        List<Tensor> tensors = new ArrayList<>();
        tensors.add(builder.input("x", DType.F32, SHAPE));
        for (int i = 0; i < 3; i++) {
            tensors.add(builder.state(State.of("s" + i, DType.F32, SHAPE)));
        }
        for (int i = 0; i < 40; i++) {
            try {
                tensors.add(step(builder, tensors, random));
            } catch (IllegalArgumentException e) {
                assertThat(e).hasMessageFindingMatch("insert cont|has been written already|is not a view of a state");
            }
        }
        checkOrder(builder.build());
    }

    private static Tensor step(GraphBuilder builder, List<Tensor> tensors, Random random) {
        Tensor a = tensors.get(random.nextInt(tensors.size()));
        Tensor b = tensors.get(random.nextInt(tensors.size()));
        return switch (random.nextInt(5)) {
            case 0 -> builder.neg(a);
            case 1 -> builder.add(a, b);
            case 2 -> builder.transpose(a);
            default -> builder.copyInto(a, b);
        };
    }

    private static void checkOrder(Graph graph) {
        Map<Node, Integer> position = new HashMap<>();
        for (Node node : graph.nodes()) {
            for (Tensor input : node.inputs()) {
                if (input.producer() != null) {
                    assertThat(position).containsKey(input.producer());
                }
            }
            for (Node reader : graph.hazards(node)) {
                assertThat(position).containsKey(reader);
            }
            position.put(node, position.size());
        }
        for (State state : graph.states()) {
            assertThat(graph.lastVersion(state).state()).isSameAs(state);
        }
    }
}
