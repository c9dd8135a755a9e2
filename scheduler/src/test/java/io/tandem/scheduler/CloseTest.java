package io.tandem.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tandem.backend.BackendException;
import io.tandem.graph.Graph;
import io.tandem.graph.GraphBuilder;
import io.tandem.graph.State;
import io.tandem.graph.Tensor;
import io.tandem.scheduler.plan.Placement;
import io.tandem.scheduler.plan.Plan;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import io.tandem.testkit.fake.FakeBackend;
import io.tandem.testkit.fake.FakeCall;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CloseTest {
    private final GraphBuilder builder = Graph.builder();
    private final Tensor x = builder.input("x", DType.F32, Shape.of(8));
    private final Tensor a = builder.neg(x);
    private final Tensor b = builder.output(builder.neg(a));
    private final Graph graph = builder.build();
    private final Inputs inputs = Inputs.of(x, new float[8]);
    private final Placement placement = Placement.priority().pin(a, "a:0").pin(b, "b:0");

    private static Machine slowMachine() {
        Duration latency = Duration.ofMillis(5);
        return Machine.of(
                FakeBackend.named("a").executeLatency(latency).create(),
                FakeBackend.named("b").executeLatency(latency).create());
    }

    @Test
    void closingBeforeUseAndTwiceIsFine() {
        try (Machine machine = Machine.ofTwo()) {
            Session session = machine.open();
            session.close();
            session.close();
            Session used = machine.open();
            used.run(machine.scheduler().plan(graph, placement), inputs);
            used.close();
            used.close();
            machine.scheduler().close();
            machine.scheduler().close();
        }
    }

    @Test
    void closingAParentClosesItsChildren() {
        Machine machine = Machine.ofTwo();
        Session session = machine.open();
        session.run(machine.scheduler().plan(graph, placement), inputs);
        machine.close();
        assertThatThrownBy(session::synchronize)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Session is closed");
        session.close();
    }

    @Test
    void everyCallAfterCloseNamesWhatIsClosed() {
        try (Machine machine = Machine.ofTwo()) {
            Plan plan = machine.scheduler().plan(graph, placement);
            State state = State.of("s", DType.F32, Shape.of(1));
            Session session = machine.open();
            Run run = session.run(plan, inputs);
            session.close();
            List<Runnable> calls = List.of(
                    () -> session.run(plan, inputs),
                    () -> session.start(plan, inputs),
                    () -> session.reserve(plan),
                    session::synchronize,
                    session::reset,
                    () -> session.reset(state),
                    () -> session.status(state),
                    () -> session.migrate(state, "a:0"),
                    () -> session.snapshot(state, MemorySegment.ofArray(new byte[4])),
                    () -> session.readFloats(b),
                    () -> run.readFloats(b));
            for (Runnable call : calls) {
                assertThatThrownBy(call::run)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessage("Session is closed");
            }
            machine.scheduler().close();
            assertThatThrownBy(() -> machine.scheduler().plan(graph))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("Scheduler is closed");
            assertThatThrownBy(() -> machine.scheduler().open())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("Scheduler is closed");
        }
        Devices devices = Devices.of(FakeBackend.of("a"));
        devices.close();
        devices.close();
        assertThatThrownBy(() -> devices.memory("a:0"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Devices is closed");
    }

    @Test
    void closingDuringRunsFromOtherThreadsEndsThem() {
        for (int depth : new int[] {1, 3}) {
            for (int round = 0; round < 10; round++) {
                try (Machine machine = slowMachine()) {
                    Plan plan = machine.scheduler().plan(graph, placement);
                    Session session = machine.open(depth);
                    List<CompletableFuture<Void>> users = new ArrayList<>();
                    for (int user = 0; user < 3; user++) {
                        boolean waits = user == 0;
                        users.add(CompletableFuture.runAsync(() -> use(session, plan, waits)));
                    }
                    pause(3L * round);
                    CompletableFuture<Void> closer = CompletableFuture.runAsync(session::close);
                    session.close();
                    closer.join();
                    for (CompletableFuture<Void> user : users) {
                        assertThatThrownBy(user::join)
                                .isInstanceOf(CompletionException.class)
                                .cause()
                                .isInstanceOfAny(CancellationException.class, IllegalStateException.class)
                                .message()
                                .isIn("Session is closed", "The session was closed");
                    }
                }
            }
        }
    }

    private void use(Session session, Plan plan, boolean waits) {
        while (true) {
            if (waits) {
                session.run(plan, inputs);
            } else {
                session.start(plan, inputs);
            }
        }
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void closingFromTheProgressOfALoadIsRefused() {
        Session[] session = new Session[1];
        try (Machine machine = Machine.ofTwo()) {
            GraphBuilder product = Graph.builder();
            Tensor y = product.input("y", DType.F32, Shape.of(4));
            Tensor w = product.weight(io.tandem.graph.Weight.ofFloats("w", Shape.of(4, 2), new float[8]));
            product.output(product.mulMat(w, y));
            session[0] = machine.scheduler()
                    .open(SessionOptions.defaults().withProgress((bytes, total) -> session[0].close()));
            Plan plan = machine.scheduler().plan(product.build());
            assertThatThrownBy(() -> session[0].reserve(plan))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("A session cannot be closed by what it calls back");
        }
    }

    @Test
    void closingFromACallbackOfTheRunIsFine() {
        try (Machine machine = slowMachine()) {
            Session session = machine.open();
            Plan plan = machine.scheduler().plan(graph, placement);
            session.start(plan, inputs).future().thenRun(session::close).join();
            assertThatThrownBy(session::synchronize).hasMessage("Session is closed");
        }
    }

    @Test
    void closingAfterAFailureAndALossFreesEverything() {
        for (BackendException.Kind kind : List.of(BackendException.Kind.INTERNAL, BackendException.Kind.DEVICE_LOST)) {
            try (Machine machine = slowMachine()) {
                Session session = machine.open(2);
                Plan plan = machine.scheduler().plan(graph, placement);
                session.reserve(plan);
                machine.fake(1).failAt(FakeCall.EXECUTE, 1, kind);
                Run failed = session.start(plan, inputs);
                session.close();
                assertThat(failed.isDone()).isTrue();
            }
        }
    }

    @Test
    void anInterruptedCallerStillGetsItsResultAndKeepsTheInterrupt() {
        try (Machine machine = slowMachine();
                Session session = machine.open()) {
            Plan plan = machine.scheduler().plan(graph, placement);
            Plan single = machine.scheduler()
                    .plan(graph, Placement.priority().pin(a, "a:0").pin(b, "a:0"));
            for (Plan each : List.of(plan, single)) {
                Thread.currentThread().interrupt();
                float[] result = session.run(each, inputs).readFloats(b);
                assertThat(Thread.interrupted()).isTrue();
                assertThat(result).hasSize(8);
            }
        }
    }
}
