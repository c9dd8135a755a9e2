package io.tandem.inference;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import io.tandem.testkit.architecture.ArchitectureRules;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The rules of docs/architecture.md, on all modules but the benchmarks. */
class ArchitectureTest {
    private static final String EVERYTHING = "io.tandem..";
    private static final String COMMAND_LINE = "io.tandem.inference.cli..";
    private static final String GPU = "io.tandem.backend.gpu";
    private static final String TESTKIT = "io.tandem.testkit..";
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.tandem");

    static Stream<ArchRule> rules() {
        return Stream.of(
                ArchitectureRules.apiDependsOnNothing(),
                ArchitectureRules.schedulerDependsOnApiOnly(),
                ArchitectureRules.backendDependsOnApiOnly(
                        "io.tandem.backend.cpu", "javax.management..", "com.sun.management.."),
                ArchitectureRules.backendDependsOnApiOnly(GPU),
                ArchitectureRules.backendDependsOnApiOnly("io.tandem.backend.vulkan", GPU, "org.lwjgl.."),
                ArchitectureRules.backendDependsOnApiOnly("io.tandem.backend.opencl", GPU, "org.jocl.."),
                ArchitectureRules.doesNotDependOn(
                        "io.tandem.inference..",
                        "io.tandem.backend.cpu..",
                        GPU + "..",
                        "io.tandem.backend.vulkan..",
                        "io.tandem.backend.opencl.."),
                ArchitectureRules.doesNotDependOn("io.tandem.inference..", TESTKIT),
                ArchitectureRules.doesNotDependOn(TESTKIT, "io.tandem.scheduler..", "io.tandem.inference.."),
                ArchitectureRules.noModuleCycles("io.tandem"),
                ArchitectureRules.noPackageCycles("io.tandem.scheduler"),
                ArchitectureRules.noPackageCycles("io.tandem.inference"),
                ArchitectureRules.noPackageCycles("io.tandem.testkit"),
                ArchitectureRules.noStandardStreams(EVERYTHING, COMMAND_LINE, TESTKIT),
                ArchitectureRules.noJavaUtilLogging(EVERYTHING, COMMAND_LINE),
                ArchitectureRules.staticFieldsAreFinal(EVERYTHING),
                ArchitectureRules.namesSaySomething(EVERYTHING),
                ArchitectureRules.throwsSpecificExceptions(EVERYTHING));
    }

    @ParameterizedTest
    @MethodSource("rules")
    void holds(ArchRule rule) {
        rule.check(CLASSES);
    }
}
