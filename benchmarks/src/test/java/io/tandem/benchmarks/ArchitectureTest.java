package io.tandem.benchmarks;

import static io.tandem.testkit.architecture.ArchitectureRules.doesNotDependOn;
import static io.tandem.testkit.architecture.ArchitectureRules.noPackageCycles;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String ROOT = "io.tandem.benchmarks";
    private static final String[] TANDEM = {
        ROOT,
        "io.tandem.tensor..",
        "io.tandem.op..",
        "io.tandem.graph..",
        "io.tandem.backend..",
        "io.tandem.scheduler..",
        "io.tandem.inference.."
    };

    private final JavaClasses classes = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);

    @Test
    void theHarnessKnowsNothingOfWhatItMeasures() {
        doesNotDependOn(ROOT + ".harness..", TANDEM).check(classes);
        doesNotDependOn(ROOT + ".harness..", ROOT + ".peer..").check(classes);
    }

    @Test
    void peersKnowNothingOfTandem() {
        doesNotDependOn(ROOT + ".peer..", TANDEM).check(classes);
    }

    @Test
    void packagesHaveNoCycles() {
        noPackageCycles(ROOT).check(classes);
    }
}
