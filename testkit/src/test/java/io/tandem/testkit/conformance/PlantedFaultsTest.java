package io.tandem.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.backend.BackendProvider;
import io.tandem.backend.Device;
import io.tandem.backend.Discovery;
import io.tandem.testkit.reference.Planted;
import io.tandem.testkit.reference.ReferenceBackend;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PlantedFaultsTest {
    private static final List<OpCase> CASES = OpCases.all();

    @ParameterizedTest
    @MethodSource("faults")
    void casesFindTheFault(Planted.Fault fault) {
        try (Device right = open(new ReferenceBackend());
                Device wrong = open(fault.backend())) {
            assertThat(CASES)
                    .filteredOn(opCase -> opCase.family().equals(fault.family()))
                    .anyMatch(opCase -> fails(wrong, right, opCase));
        }
    }

    static Stream<Planted.Fault> faults() {
        return Planted.faults();
    }

    @Test
    void everyFamilyHasAFault() {
        Set<String> families = CASES.stream().map(OpCase::family).collect(Collectors.toSet());
        assertThat(Planted.faults().map(Planted.Fault::family)).containsAll(families);
    }

    private static boolean fails(Device wrong, Device right, OpCase opCase) {
        try {
            TrialRun.check(wrong, right, opCase.build());
            return false;
        } catch (AssertionError e) {
            return true;
        }
    }

    private static Device open(BackendProvider backend) {
        return backend.discover(Map.of()) instanceof Discovery.Found found
                ? backend.open(found.devices().getFirst(), Map.of())
                : null;
    }
}
