package io.tandem.testkit.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.GeneralCodingRules;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Tandem's rules for its modules and for backends. Each is an {@link ArchRule} to check on imported classes:
 *
 * <pre>{@code
 * JavaClasses classes = new ClassFileImporter().importPackages("com.acme.backend");
 * ArchitectureRules.backendDependsOnApiOnly("com.acme.backend", "org.jocl..").check(classes);
 * ArchitectureRules.noStandardStreams("com.acme.backend..").check(classes);
 * }</pre>
 *
 * <p>A rule fails if the classes hold nothing that it speaks of, so that a scan of nothing is not taken for a good one.
 */
public final class ArchitectureRules {
    private static final List<String> PLATFORM = List.of("java..", "jdk..", "org.jspecify.annotations");
    private static final List<String> API = List.of(
            "io.tandem.tensor", "io.tandem.op", "io.tandem.graph", "io.tandem.backend", "io.tandem.backend.queue");

    private ArchitectureRules() {}

    /** The API depends on the JDK and on JSpecify's annotations, which it does not need at run time. */
    public static ArchRule apiDependsOnNothing() {
        return dependsOnlyOn(API, API).as("the API depends on nothing but the JDK");
    }

    /** The scheduler depends on the API: it knows no backend. */
    public static ArchRule schedulerDependsOnApiOnly() {
        return backendDependsOnApiOnly("io.tandem.scheduler").as("the scheduler depends on the API only");
    }

    /**
     * A backend depends on the API and on the binding of its driver: not on another backend, nor on the scheduler.
     *
     * @param root the backend's package; those below it belong to it
     * @param bindings the packages of the binding, such as {@code org.jocl..}
     */
    public static ArchRule backendDependsOnApiOnly(String root, String... bindings) {
        List<String> allowed = new ArrayList<>(API);
        allowed.addAll(Arrays.asList(bindings));
        return dependsOnlyOn(List.of(root + ".."), allowed)
                .as(root + " depends on the API and on " + Arrays.toString(bindings) + " only");
    }

    /** No class of {@code users} depends on one of {@code used}. */
    public static ArchRule doesNotDependOn(String users, String... used) {
        return noClasses()
                .that()
                .resideInAPackage(users)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(used);
    }

    /**
     * No two packages below {@code root} depend on each other, directly or through others. {@code root} itself may use them
     * and lend them its types: it is what users see of them.
     */
    public static ArchRule noPackageCycles(String root) {
        return noCycles(root, root + ".(**)", "packages");
    }

    /** The same with each package right below {@code root} taken together with all that is below it. */
    public static ArchRule noModuleCycles(String root) {
        return noCycles(root, root + ".(*)..", "modules");
    }

    private static ArchRule noCycles(String root, String slices, String what) {
        return SlicesRuleDefinition.slices()
                .matching(slices)
                .should()
                .beFreeOfCycles()
                .as(what + " of " + root + " are free of cycles");
    }

    /** Nothing in {@code packages} but {@code exceptions} writes to standard output or standard error. */
    public static ArchRule noStandardStreams(String packages, String... exceptions) {
        return noClasses()
                .that(in(packages, exceptions))
                .should(GeneralCodingRules.ACCESS_STANDARD_STREAMS)
                .as("no standard streams in " + packages)
                .because("a library logs through System.Logger and leaves the streams to the program");
    }

    /** Nothing in {@code packages} but {@code exceptions} (programs, which choose for their users) uses java.util.logging. */
    public static ArchRule noJavaUtilLogging(String packages, String... exceptions) {
        return noClasses()
                .that(in(packages, exceptions))
                .should()
                .dependOnClassesThat()
                .resideInAPackage("java.util.logging..")
                .as("no java.util.logging in " + packages)
                .because("System.Logger lets the user choose");
    }

    /** Static fields in {@code packages} but {@code exceptions} are final. */
    public static ArchRule staticFieldsAreFinal(String packages, String... exceptions) {
        return fields().that()
                .areDeclaredInClassesThat(in(packages, exceptions))
                .and()
                .areStatic()
                .should()
                .beFinal()
                .as("static fields of " + packages + " are final");
    }

    /** No class in {@code packages} carries a name that says nothing. */
    public static ArchRule namesSaySomething(String packages) {
        return noClasses()
                .that()
                .resideInAPackage(packages)
                .should()
                .haveNameMatching(".*(Impl|Manager|Helper|Util|Utils)")
                .as("names in " + packages + " say what a class is");
    }

    /** What is thrown by classes of {@code packages} is more specific than Exception or RuntimeException. */
    public static ArchRule throwsSpecificExceptions(String packages) {
        return noClasses()
                .that()
                .resideInAPackage(packages)
                .should(GeneralCodingRules.THROW_GENERIC_EXCEPTIONS)
                .as("exceptions of " + packages + " are specific");
    }

    /**
     * Native functions are called from one class, which checks what they return.
     *
     * @param caller the class that may call them
     * @param packages where nobody else may
     * @param owners a regular expression of the names of the classes whose static methods are native functions, such as
     *     {@code org\.jocl\.CL}
     */
    public static ArchRule nativeCallsOnlyFrom(String caller, String packages, String owners) {
        Pattern pattern = Pattern.compile(owners);
        DescribedPredicate<JavaMethodCall> isNative = DescribedPredicate.describe(
                "call a function of " + owners,
                call -> pattern.matcher(call.getTargetOwner().getName()).matches());
        return noClasses()
                .that()
                .resideInAPackage(packages)
                .and()
                .doNotHaveFullyQualifiedName(caller)
                .should()
                .callMethodWhere(isNative)
                .as("only " + caller + " calls functions of " + owners);
    }

    private static ArchRule dependsOnlyOn(List<String> packages, List<String> others) {
        List<String> allowed = new ArrayList<>(PLATFORM);
        allowed.addAll(others);
        allowed.addAll(packages);
        return classes()
                .that()
                .resideInAnyPackage(packages.toArray(String[]::new))
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(allowed.toArray(String[]::new));
    }

    private static DescribedPredicate<JavaClass> in(String packages, String... exceptions) {
        return resideInAnyPackage(packages)
                .and(exceptions.length == 0 ? alwaysTrue() : resideOutsideOfPackages(exceptions))
                .as("reside in " + packages);
    }
}
