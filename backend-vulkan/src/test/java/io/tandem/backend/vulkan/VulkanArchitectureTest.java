package io.tandem.backend.vulkan;

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

class VulkanArchitectureTest {
    private static final String ROOT = "io.tandem.backend.vulkan";
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);

    private static final DescribedPredicate<JavaMethodCall> IS_NATIVE = DescribedPredicate.describe(
            "call a function that returns a result code",
            call -> call.getTargetOwner().getName().matches("org\\.lwjgl\\.vulkan\\.(VK|EXT|KHR|NV)\\w+")
                    && call.getTarget().getName().startsWith("vk")
                    && call.getTarget().getRawReturnType().isEquivalentTo(int.class));

    private static ArchRule nativeCallsOnlyFrom(Class<?>... callers) {
        return noClasses().that().doNotBelongToAnyOf(callers).should().callMethodWhere(IS_NATIVE);
    }

    @Test
    void keepsTheRulesOfAllModules() {
        List.of(
                        ArchitectureRules.backendDependsOnApiOnly(ROOT, "io.tandem.backend.gpu", "org.lwjgl.."),
                        ArchitectureRules.noStandardStreams(ROOT + ".."),
                        ArchitectureRules.noJavaUtilLogging(ROOT + ".."),
                        ArchitectureRules.staticFieldsAreFinal(ROOT + ".."),
                        ArchitectureRules.namesSaySomething(ROOT + ".."),
                        ArchitectureRules.throwsSpecificExceptions(ROOT + ".."))
                .forEach(rule -> rule.check(CLASSES));
    }

    @Test
    void checksResultCodesInOnePlace() {
        nativeCallsOnlyFrom(Vk.class, VkInstanceCalls.class).check(CLASSES);
    }

    @Test
    void wouldFindAnotherClassThatCalls() {
        ArchRule violated = nativeCallsOnlyFrom(VulkanDevice.class);
        assertThatThrownBy(() -> violated.check(CLASSES)).hasMessageContaining("Vk.");
    }
}
