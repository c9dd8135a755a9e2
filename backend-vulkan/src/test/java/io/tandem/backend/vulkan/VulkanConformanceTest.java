package io.tandem.backend.vulkan;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.backend.BackendProvider;
import io.tandem.graph.Node;
import io.tandem.op.LayoutOp;
import io.tandem.tensor.DType;
import io.tandem.testkit.conformance.ConformanceSuite;
import io.tandem.testkit.conformance.OpCase;
import java.util.Map;
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

    /** A suite on a bare device, in little memory. */
    abstract static class Bare extends Suite {
        Bare(String features) {
            super(VulkanOptions.DISABLE, features, VulkanOptions.MAX_ALLOCATION_BYTES, "1048576");
        }
    }

    private static final String ALL_FEATURES =
            "fp16,storage16,int8,subgroups,integer-dot,cooperative-matrix,memory-budget,transfer-queue,host-import";

    @Nested
    class EverythingOn extends Suite {}

    /** A part of the suite: which features are off decides between few kernels. */
    @Nested
    class EverythingOffInPart extends Bare {
        private static final int EVERY = 7;

        EverythingOffInPart() {
            super(ALL_FEATURES);
        }

        @Override
        protected boolean includes(OpCase opCase) {
            return Math.floorMod(opCase.name().hashCode(), EVERY) == 0;
        }
    }

    @Nested
    @Tag("long")
    class EverythingOff extends Bare {
        EverythingOff() {
            super(ALL_FEATURES);
        }
    }

    @Nested
    @Tag("long")
    class SmallTypesOff extends Bare {
        SmallTypesOff() {
            super("fp16,storage16,int8,integer-dot");
        }
    }

    @Nested
    @Tag("long")
    class SubgroupsOff extends Bare {
        SubgroupsOff() {
            super("subgroups,cooperative-matrix");
        }
    }

    @Nested
    @Tag("long")
    class QueueAndBudgetOff extends Bare {
        QueueAndBudgetOff() {
            super("memory-budget,transfer-queue,host-import");
        }
    }
}
