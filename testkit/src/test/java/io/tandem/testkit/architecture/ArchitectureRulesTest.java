package io.tandem.testkit.architecture;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import io.tandem.testkit.architecture.fixture.bad.Binding;
import io.tandem.testkit.architecture.fixture.bad.NativeCaller;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ArchitectureRulesTest {
    private static final String FIXTURE = "io.tandem.testkit.architecture.fixture";
    private static final String BAD = FIXTURE + ".bad";
    private static final String GOOD = FIXTURE + ".good";
    private static final JavaClasses CLASSES = new ClassFileImporter().importPackages(FIXTURE);
    private static final JavaClasses NOTHING = new ClassFileImporter().importPackages("io.tandem.nothing");

    static Stream<Arguments> rules() {
        String owners = Binding.class.getName().replace(".", "\\.");
        return Stream.of(
                Arguments.of(
                        ArchitectureRules.backendDependsOnApiOnly(BAD),
                        ArchitectureRules.backendDependsOnApiOnly(GOOD),
                        "fixture.good.Value"),
                Arguments.of(
                        ArchitectureRules.doesNotDependOn(BAD, GOOD),
                        ArchitectureRules.doesNotDependOn(GOOD, BAD),
                        "fixture.good.Value"),
                Arguments.of(
                        ArchitectureRules.noPackageCycles(FIXTURE),
                        ArchitectureRules.noPackageCycles("io.tandem.testkit"),
                        "Cycle detected"),
                Arguments.of(
                        ArchitectureRules.noModuleCycles(FIXTURE),
                        ArchitectureRules.noModuleCycles("io.tandem.testkit"),
                        "Cycle detected"),
                Arguments.of(
                        ArchitectureRules.noStandardStreams(BAD),
                        ArchitectureRules.noStandardStreams(FIXTURE + "..", BAD),
                        "System.out"),
                Arguments.of(
                        ArchitectureRules.noJavaUtilLogging(BAD),
                        ArchitectureRules.noJavaUtilLogging(GOOD),
                        "java.util.logging.Logger"),
                Arguments.of(
                        ArchitectureRules.staticFieldsAreFinal(BAD),
                        ArchitectureRules.staticFieldsAreFinal(FIXTURE + "..", BAD),
                        "counter"),
                Arguments.of(
                        ArchitectureRules.namesSaySomething(BAD),
                        ArchitectureRules.namesSaySomething(GOOD),
                        "fixture.bad.ThingManager"),
                Arguments.of(
                        ArchitectureRules.throwsSpecificExceptions(BAD),
                        ArchitectureRules.throwsSpecificExceptions(GOOD),
                        "RuntimeException"),
                Arguments.of(
                        ArchitectureRules.nativeCallsOnlyFrom(GOOD + ".Value", BAD, owners),
                        ArchitectureRules.nativeCallsOnlyFrom(NativeCaller.class.getName(), BAD, owners),
                        "fixture.bad.Binding.nativeCall()"));
    }

    @ParameterizedTest
    @MethodSource("rules")
    void findsTheViolation(ArchRule violated, ArchRule kept, String found) {
        assertThatThrownBy(() -> violated.check(CLASSES))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(found);
    }

    @ParameterizedTest
    @MethodSource("rules")
    void passesWhatIsRight(ArchRule violated, ArchRule kept, String found) {
        JavaClasses classes = kept.getDescription().contains("cycles")
                ? new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("io.tandem.testkit")
                : CLASSES;
        assertThatCode(() -> kept.check(classes)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @MethodSource("rules")
    void failsOnNothing(ArchRule violated, ArchRule kept, String found) {
        assertThatThrownBy(() -> violated.check(NOTHING))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("failed to check any classes");
    }

    @Test
    void theFixedRulesFailOnNothing() {
        for (ArchRule rule :
                new ArchRule[] {ArchitectureRules.apiDependsOnNothing(), ArchitectureRules.schedulerDependsOnApiOnly()
                }) {
            assertThatThrownBy(() -> rule.check(NOTHING)).isInstanceOf(AssertionError.class);
        }
    }

    @Test
    void theApiDependsOnNothing() {
        JavaClasses api = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("io.tandem");
        ArchitectureRules.apiDependsOnNothing().check(api);
    }
}
