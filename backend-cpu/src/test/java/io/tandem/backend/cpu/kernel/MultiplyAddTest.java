package io.tandem.backend.cpu.kernel;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.tandem.testkit.process.ChildJvm;
import org.junit.jupiter.api.Test;

class MultiplyAddTest {
    /** Prints whether an instruction is used and some sums. */
    static final class Program {
        private Program() {}

        public static void main(String[] arguments) {
            System.out.println(MultiplyAdd.IS_INSTRUCTION + " " + MultiplyAdd.fma(3, 4, 5) + " "
                    + MultiplyAdd.fma(0x1.000002p0f, 0x1.000002p0f, -0x1.000004p0f));
        }
    }

    @Test
    void roundsTwiceWhereRoundingOnceIsSlow() {
        ChildJvm.Outcome outcome =
                ChildJvm.main(Program.class).options("-XX:-UseFMA").run();
        assertThat(outcome.out()).as(outcome.toString()).isEqualTo("false 17.0 0.0\n");
    }

    @Test
    void roundsOnceWhereThatIsAnInstruction() {
        float onceRounded = Math.fma(0x1.000002p0f, 0x1.000002p0f, -0x1.000004p0f);
        assertThat(MultiplyAdd.fma(0x1.000002p0f, 0x1.000002p0f, -0x1.000004p0f))
                .isEqualTo(MultiplyAdd.IS_INSTRUCTION ? onceRounded : 0);
    }

    @Test
    void scalarKernelsHaveNoOther() {
        JavaClasses kernels = new ClassFileImporter().importPackagesOf(MultiplyAdd.class);
        noClasses()
                .that()
                .haveSimpleNameStartingWith("Scalar")
                .should()
                .callMethod(Math.class, "fma", float.class, float.class, float.class)
                .orShould()
                .callMethod(Math.class, "fma", double.class, double.class, double.class)
                .check(kernels);
    }
}
