package io.tandem.backend.opencl;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import io.tandem.testkit.architecture.ArchitectureRules;
import java.util.List;
import org.junit.jupiter.api.Test;

class OpenClArchitectureTest {
    private static final String ROOT = "io.tandem.backend.opencl";
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);

    private static final DescribedPredicate<JavaMethodCall> IS_NATIVE = DescribedPredicate.describe(
            "call a function of OpenCL",
            call -> call.getTargetOwner().getName().matches("org\\.jocl\\.CL")
                    && call.getTarget().getName().startsWith("cl"));

    private static ArchRule nativeCallsOnlyFrom(Class<?> caller) {
        return noClasses()
                .that()
                .doNotHaveFullyQualifiedName(caller.getName())
                .should()
                .callMethodWhere(IS_NATIVE);
    }

    @Test
    void keepsTheRulesOfAllModules() {
        List.of(
                        ArchitectureRules.backendDependsOnApiOnly(ROOT, "io.tandem.backend.gpu", "org.jocl.."),
                        ArchitectureRules.noStandardStreams(ROOT + ".."),
                        ArchitectureRules.noJavaUtilLogging(ROOT + ".."),
                        ArchitectureRules.staticFieldsAreFinal(ROOT + ".."),
                        ArchitectureRules.namesSaySomething(ROOT + ".."),
                        ArchitectureRules.throwsSpecificExceptions(ROOT + ".."))
                .forEach(rule -> rule.check(CLASSES));
    }

    @Test
    void checksResultCodesInOneClass() {
        nativeCallsOnlyFrom(Cl.class).check(CLASSES);
    }

    @Test
    void wouldFindAnotherClassThatCalls() {
        ArchRule violated = nativeCallsOnlyFrom(OpenClDevice.class);
        assertThatThrownBy(() -> violated.check(CLASSES)).hasMessageContaining("Cl.");
    }
}
