package io.tandem.testkit.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Every case that every backend is held against: generated ones and ggml's results. */
public final class OpCases {
    private OpCases() {}

    /** All cases, one family after the other. */
    public static List<OpCase> all() {
        List<OpCase> cases = new ArrayList<>();
        Stream.of(
                        UnaryCases.all(),
                        BinaryCases.all(),
                        GluCases.all(),
                        ReductionCases.all(),
                        MatrixCases.all(),
                        LayoutCases.all(),
                        RowCases.all(),
                        AttentionCases.all(),
                        GoldenCases.load().all())
                .forEach(cases::addAll);
        return List.copyOf(cases);
    }

    /** All cases whose text contains {@code part}: the way to run one again. */
    public static List<OpCase> matching(String part) {
        return all().stream().filter(opCase -> opCase.toString().contains(part)).collect(Collectors.toList());
    }
}
