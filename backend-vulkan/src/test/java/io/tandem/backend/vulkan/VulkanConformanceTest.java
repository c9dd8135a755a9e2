package io.tandem.backend.vulkan;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.backend.BackendProvider;
import io.tandem.graph.Node;
import io.tandem.op.LayoutOp;
import io.tandem.tensor.DType;
import io.tandem.testkit.conformance.ConformanceSuite;
import io.tandem.testkit.conformance.OpCase;
import io.tandem.testkit.conformance.Rotation;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;

/** The suite under the validation layer, which must not say a word, with optional features and without. */
class VulkanConformanceTest {
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    abstract static class Suite extends ConformanceSuite {
        private final Map<String, String> options;
        private int messagesBefore;

        Suite(String... options) {
            this.options = ValidatedDevice.options(options);
        }

        @Override
        public BackendProvider provider() {
            return new VulkanProvider();
        }

        @Override
        public Map<String, String> options() {
            return options;
        }

        @Override
        protected boolean mustSupport(Node node) {
            DType written = node.op().writesState()
                    ? node.inputs().getFirst().type()
                    : node.output().type();
            return written != DType.IQ4_XS
                    || node.op() instanceof LayoutOp.Cont
                    || node.op() instanceof LayoutOp.Concat;
        }

        @BeforeAll
        void countMessages() {
            ValidatedDevice.devices(options);
            messagesBefore = ValidatedDevice.messages().size();
        }

        @AfterAll
        void nothingWasSaid() {
            assertThat(ValidatedDevice.messages().stream().skip(messagesBefore)).isEmpty();
        }
    }

    /** A suite on a device without some features, in little memory. */
    abstract static class Without extends Suite {
        Without(String features) {
            super(VulkanOptions.DISABLE, features, VulkanOptions.MAX_ALLOCATION_BYTES, "1048576");
        }
    }

    private static final String ALL_FEATURES =
            Arrays.stream(VulkanFeature.values()).map(VulkanFeature::label).collect(Collectors.joining(","));

    private static final String SMALL_TYPES = "fp16,storage16,int8,integer-dot";
    private static final String SUBGROUPS = "subgroups";
    private static final String MATRIX_UNITS = "cooperative-matrix";
    private static final String QUEUE_AND_BUDGET = "memory-budget,transfer-queue,host-import";

    /** What is switched off together where only a part is tried. */
    private static final List<String> VARIANTS =
            List.of(ALL_FEATURES, SMALL_TYPES, SUBGROUPS, ALL_FEATURES, QUEUE_AND_BUDGET, MATRIX_UNITS);

    @Nested
    class EverythingOn extends Suite {}

    /** One variant, another one for each commit, and of its cases one part, as features decide between few kernels. */
    @Nested
    class OneVariantInPart extends Without {
        private static final int PARTS = 7;

        private final long part = Rotation.number() / VARIANTS.size() % PARTS;

        OneVariantInPart() {
            super(Rotation.choose(VARIANTS));
        }

        @BeforeAll
        void tellTheVariant() {
            System.out.println("conformance without " + Rotation.choose(VARIANTS) + ", part " + part + " of " + PARTS
                    + " (tandem.rotation " + Rotation.number() + ")");
        }

        @Override
        protected boolean includes(OpCase opCase) {
            return Math.floorMod(opCase.name().hashCode(), PARTS) == part;
        }
    }

    @Nested
    @Tag("long")
    class EverythingOff extends Without {
        EverythingOff() {
            super(ALL_FEATURES);
        }
    }

    @Nested
    @Tag("long")
    class SmallTypesOff extends Without {
        SmallTypesOff() {
            super(SMALL_TYPES);
        }
    }

    @Nested
    @Tag("long")
    class SubgroupsOff extends Without {
        SubgroupsOff() {
            super(SUBGROUPS);
        }
    }

    @Nested
    @Tag("long")
    class MatrixUnitsOff extends Without {
        MatrixUnitsOff() {
            super(MATRIX_UNITS);
        }
    }

    @Nested
    @Tag("long")
    class QueueAndBudgetOff extends Without {
        QueueAndBudgetOff() {
            super(QUEUE_AND_BUDGET);
        }
    }
}
