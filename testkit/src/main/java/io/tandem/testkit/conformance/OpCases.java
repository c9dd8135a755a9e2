package io.tandem.testkit.conformance;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Every case that every backend is held against: generated ones and ggml's results. */
public final class OpCases {
    private OpCases() {}

    /** All cases, one family after the other. */
    public static List<OpCase> all() {
        return Made.ALL;
    }

    /** Made once: it takes a second. */
    private static final class Made {
        private static final List<OpCase> ALL = make();
    }

    private static List<OpCase> make() {
        Map<String, OpCase> cases = new LinkedHashMap<>();
        Stream.of(
                        UnaryCases.all(),
                        BinaryCases.all(),
                        GluCases.all(),
                        ReductionCases.all(),
                        SortCases.all(),
                        MatrixCases.all(),
                        ExpertCases.all(),
                        ConvolutionCases.all(),
                        SamplingCases.all(),
                        LayoutCases.all(),
                        PatternCases.all(),
                        RowCases.all(),
                        AttentionCases.all(),
                        FlashCases.all())
                .flatMap(List::stream)
                .forEach(opCase -> cases.putIfAbsent(opCase.toString(), opCase));
        FormCases.completing(List.copyOf(cases.values())).forEach(opCase -> cases.put(opCase.toString(), opCase));
        GoldenCases.load().all().forEach(opCase -> cases.putIfAbsent(opCase.toString(), opCase));
        return List.copyOf(cases.values());
    }

    /** All cases whose text contains {@code part}: the way to run one again. */
    public static List<OpCase> matching(String part) {
        return all().stream().filter(opCase -> opCase.toString().contains(part)).toList();
    }
}
