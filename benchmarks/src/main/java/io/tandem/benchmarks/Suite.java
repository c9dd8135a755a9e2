package io.tandem.benchmarks;

import io.tandem.benchmarks.harness.Comparison;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

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
        all.addAll(SentenceBenchmarks.comparisons(threads));
        all.addAll(ProductBenchmarks.comparisons(threads));
        all.addAll(RowBenchmarks.comparisons(threads));
        all.addAll(AttentionBenchmarks.comparisons(threads));
        all.addAll(OverheadBenchmarks.comparisons(threads));
        return new Suite(all);
    }

    /** Those that {@code --quick} includes. */
    Suite quick() {
        return new Suite(comparisons.stream().filter(Comparison::isQuick).toList());
    }

    /** Those whose name contains a match. */
    Suite only(Pattern name) {
        return new Suite(comparisons.stream()
                .filter(comparison -> name.matcher(comparison.name()).find())
                .toList());
    }

    /** Their names. */
    List<String> names() {
        return comparisons.stream().map(Comparison::name).toList();
    }
}
