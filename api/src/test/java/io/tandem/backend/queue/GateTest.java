package io.tandem.backend.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class GateTest {
    @Test
    void waitsForThoseInside() throws InterruptedException {
        Gate gate = new Gate("the thing");
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Thread user = Thread.ofPlatform().start(() -> {
            gate.enter();
            inside.countDown();
            awaitQuietly(go);
            gate.leave();
        });
        inside.await();
        assertThat(gate.close(20)).isFalse();
        assertThat(gate.tryEnter()).isFalse();
        go.countDown();
        assertThat(gate.close(10_000)).isTrue();
        user.join();
        assertThat(gate.isClosed()).isTrue();
        assertThatThrownBy(gate::enter)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the thing is closed");
    }

    @Test
    void letsAThreadInTwice() {
        Gate gate = new Gate("the thing");
        gate.enter();
        assertThat(gate.tryEnter()).isTrue();
        gate.leave();
        gate.leave();
        assertThat(gate.close(0)).isTrue();
    }

    @Test
    void closesForAnInterruptedThread() {
        Gate gate = new Gate("the thing");
        Thread.currentThread().interrupt();
        assertThat(gate.close(1000)).isTrue();
        assertThat(Thread.interrupted()).isTrue();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
