package io.tandem.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.op.Op;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class GoldenCasesTest {
    private final GoldenCases golden = GoldenCases.load();

    @Test
    void everyCaseIsRunOrListed() {
        Map<String, List<String>> leftOut = golden.leftOut();
        long missing = leftOut.values().stream().mapToLong(List::size).sum();
        System.out.println("golden: " + golden.all().size() + " cases, " + missing + " left out: " + leftOut.keySet());
        assertThat(golden.all().size() + missing).isEqualTo(189);
        assertThat(golden.all()).hasSizeGreaterThan(90);
    }

    @Test
    void nothingIsLeftOutThatExists() {
        Set<String> operations =
                Operations.all().stream().map(type -> Operations.name(type)).collect(Collectors.toSet());
        assertThat(golden.leftOut().keySet()).doesNotContainAnyElementsOf(operations);
        assertThat(Op.class.isSealed()).isTrue();
    }
}
