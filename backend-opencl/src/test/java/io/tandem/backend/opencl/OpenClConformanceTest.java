package io.tandem.backend.opencl;

import io.tandem.backend.BackendProvider;
import io.tandem.graph.Node;
import io.tandem.op.LayoutOp;
import io.tandem.tensor.DType;
import io.tandem.testkit.conformance.ConformanceSuite;
import io.tandem.testkit.conformance.OpCase;
import io.tandem.testkit.conformance.Rotation;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;

/** The suite, with optional features and without. */
class OpenClConformanceTest {
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    abstract static class Suite extends ConformanceSuite {
        private final Map<String, String> options;

        Suite(String... options) {
            this.options = TestDevice.options(options);
        }

        @Override
        public BackendProvider provider() {
            return new OpenClProvider();
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
    }

    /** A suite on a bare device, in little memory. */
    abstract static class Bare extends Suite {
        Bare(String features) {
            super(OpenClOptions.DISABLE, features, OpenClOptions.MAX_ALLOCATION_BYTES, "1048576");
        }
    }

    private static final String ALL_FEATURES =
            Arrays.stream(OpenClFeature.values()).map(OpenClFeature::label).collect(Collectors.joining(","));

    @Nested
    class EverythingOn extends Suite {}

    /** A part of the suite, another one for each commit: no kernel needs a feature. */
    @Nested
    class EverythingOffInPart extends Bare {
        private static final int PARTS = 7;

        private final long part = Rotation.number() % PARTS;

        EverythingOffInPart() {
            super(ALL_FEATURES);
        }

        @Override
        protected boolean includes(OpCase opCase) {
            return Math.floorMod(opCase.name().hashCode(), PARTS) == part;
        }
    }

    @Nested
    @Tag("long")
    class EverythingOff extends Bare {
        EverythingOff() {
            super(ALL_FEATURES);
        }
    }
}
