package io.tandem.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.tandem.backend.BackendProvider;
import io.tandem.graph.Node;
import io.tandem.op.UnaryOp;
import io.tandem.testkit.fake.FakeBackend;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

/** How the suite itself behaves. */
class SuiteTest {
    /** A backend that lacks an operation and promises everything. */
    static final class PromisesTooMuch extends ConformanceSuite {
        @Override
        public BackendProvider provider() {
            return lacksAbs();
        }

        @Override
        protected boolean includes(OpCase opCase) {
            return opCase.name().startsWith("Abs[] F32 CONTIGUOUS")
                    || opCase.name().startsWith("Neg[] F32 CONTIGUOUS");
        }
    }

    /** The same, honest. */
    static final class PromisesLess extends ConformanceSuite {
        @Override
        public BackendProvider provider() {
            return lacksAbs();
        }

        @Override
        protected boolean includes(OpCase opCase) {
            return opCase.name().startsWith("Abs[] F32 CONTIGUOUS")
                    || opCase.name().startsWith("Neg[] F32 CONTIGUOUS");
        }

        @Override
        protected boolean mustSupport(Node node) {
            return !(node.op() instanceof UnaryOp.Abs);
        }
    }

    /** A backend that runs nothing. */
    static final class RunsNothing extends ConformanceSuite {
        @Override
        public BackendProvider provider() {
            return FakeBackend.of("idle");
        }

        @Override
        protected boolean includes(OpCase opCase) {
            return false;
        }
    }

    /** A backend without a driver. */
    static final class HasNoDriver extends ConformanceSuite {
        @Override
        public BackendProvider provider() {
            return FakeBackend.named("absent")
                    .unavailable("no loader: install libfake")
                    .create();
        }
    }

    private static FakeBackend lacksAbs() {
        return FakeBackend.named("lacking")
                .refusing(node -> node.op() instanceof UnaryOp.Abs ? Optional.of("no ABS") : Optional.empty())
                .create();
    }

    @Test
    void whatIsPromisedMustBeSupported() {
        Events tests = run(PromisesTooMuch.class);
        assertThat(messages(tests.failed()))
                .isNotEmpty()
                .allMatch(message -> message.contains("must be supported, but: no ABS"));
    }

    @Test
    void whatIsNotPromisedIsCounted() {
        Events tests = run(PromisesLess.class);
        assertThat(messages(tests.failed())).isEmpty();
        assertThat(tests.skipped().count()).isZero();
    }

    @Test
    void noExecutedCaseIsAFailure() {
        assertThat(messages(run(RunsNothing.class).failed()))
                .singleElement()
                .asString()
                .contains("No case was executed");
    }

    @Test
    void aMissingDriverSkipsWithItsReason() {
        Events containers = EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(HasNoDriver.class))
                .execute()
                .containerEvents();
        assertThat(messages(containers.aborted()))
                .singleElement()
                .asString()
                .contains("absent is unavailable: no loader: install libfake");
    }

    private static Events run(Class<?> suite) {
        return EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(suite))
                .execute()
                .testEvents();
    }

    private static List<String> messages(Events events) {
        return events.stream()
                .map(event -> event.getRequiredPayload(TestExecutionResult.class))
                .map(result -> result.getThrowable().orElseThrow().getMessage())
                .toList();
    }
}
