package io.tandem.testkit.conformance;

import java.util.function.Function;

/**
 * One use of one operation to hold a backend against: a recipe for a small graph with its data. The same data each time.
 *
 * @param family the operation's family, such as {@code unary}
 * @param name what makes this case different from all others of its family: operation, types, shapes, memory layout
 */
public record OpCase(String family, String name, Function<TrialBuilder, Trial> recipe) {
    /** Builds the graph and its data. */
    public Trial build() {
        return recipe.apply(new TrialBuilder((family + name).hashCode()));
    }

    /** The graph without its data. */
    Trial outline() {
        return recipe.apply(TrialBuilder.withoutData());
    }

    @Override
    public String toString() {
        return family + ": " + name;
    }
}
