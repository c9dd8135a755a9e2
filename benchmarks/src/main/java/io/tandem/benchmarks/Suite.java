package io.tandem.benchmarks;

import io.tandem.benchmarks.harness.Comparison;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The comparisons to choose from.
 *
 * @param comparisons in the table's order, with different names
 */
record Suite(List<Comparison> comparisons) {
    Suite {
        comparisons = List.copyOf(comparisons);
    }

    /** All there are, with so many threads on each side. */
    static Suite all(int threads) {
        List<Comparison> all = new ArrayList<>();
        all.addAll(ProductBenchmarks.comparisons(threads));
        return new Suite(all);
    }

    /**
     * Some of them.
     *
     * @param isQuick whether to take the quick ones only
     * @param only what their names must contain, or null for anything
     */
    Suite select(boolean isQuick, @Nullable Pattern only) {
        return new Suite(comparisons.stream()
                .filter(comparison -> comparison.isQuick() || !isQuick)
                .filter(comparison ->
                        only == null || only.matcher(comparison.name()).find())
                .toList());
    }

    /** Their names. */
    List<String> names() {
        return comparisons.stream().map(Comparison::name).toList();
    }
}
