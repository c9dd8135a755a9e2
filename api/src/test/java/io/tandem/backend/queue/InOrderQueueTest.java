package io.tandem.backend.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tandem.backend.BackendException;
import io.tandem.backend.BackendException.Kind;
import io.tandem.backend.DeviceBuffer;
import io.tandem.backend.Event;
import io.tandem.backend.Executable;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class InOrderQueueTest {
    private static final long STAGING_BYTES = 4096;
    private static final long FOREVER = Long.MAX_VALUE;
    private static final long SHORT_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final HostDevice device = HostDevice.named("test:0");
    private final StepDriver driver = new StepDriver(device, STAGING_BYTES);
    private final InOrderQueue queue = new InOrderQueue(device, driver);
    private final StepDriver otherDriver = new StepDriver(device, STAGING_BYTES);
    private final InOrderQueue other = new InOrderQueue(device, otherDriver);
    private volatile boolean ended;

    @AfterEach
    void end() {
        ended = true;
    }

    /** Runs both drivers from now on. */
    private void letRun() {
        Thread.ofPlatform().daemon().start(() -> {
            while (!ended) {
                driver.run();
                otherDriver.run();
                Thread.onSpinWait();
            }
        });
    }

    private static MemorySegment random(long bytes, long seed) {
        byte[] content = new byte[(int) bytes];
        new Random(seed).nextBytes(content);
        MemorySegment memory = Arena.ofAuto().allocate(Math.max(1, bytes)).asSlice(0, bytes);
        memory.copyFrom(MemorySegment.ofArray(content));
        return memory;
    }

    private static byte[] bytes(MemorySegment memory) {
        return memory.toArray(java.lang.foreign.ValueLayout.JAVA_BYTE);
    }

    private static BackendException failure(String message) {
        return new BackendException(Kind.INTERNAL, "test:0", message);
    }

    @Test
    void movesMoreThanStagingHolds() {
        letRun();
        for (long size : new long[] {0, 1, 1023, 1024, 1025, 4097, 100_003}) {
            MemorySegment source = random(size, size);
            MemorySegment target = random(size, size + 1);
            DeviceBuffer buffer = device.allocate(size + 8);
            queue.upload(source, buffer.slice(5, size), List.of());
            queue.download(buffer.slice(5, size), target, List.of()).await(FOREVER);
            assertThat(bytes(target)).isEqualTo(bytes(source));
        }
    }

    @Test
    void acceptsMemoryOfTheHeap() {
        letRun();
        byte[] source = bytes(random(3000, 1));
        byte[] target = new byte[3000];
        DeviceBuffer buffer = device.allocate(3000);
        queue.upload(MemorySegment.ofArray(source), buffer.slice(0, 3000), List.of());
        queue.download(buffer.slice(0, 3000), MemorySegment.ofArray(target), List.of())
                .await(FOREVER);
        assertThat(target).isEqualTo(source);
    }

    @Test
    void neverWaitsWhenSubmitting() {
        DeviceBuffer buffer = device.allocate(100_000);
        MemorySegment source = random(100_000, 1);
        MemorySegment target = random(100_000, 2);
        List<Event> events = new ArrayList<>();
        events.add(queue.upload(source, buffer.slice(0, 100_000), List.of()));
        events.add(queue.download(buffer.slice(0, 100_000), target, List.of()));
        events.add(queue.fill(buffer.slice(0, 50_000), (byte) 7, List.of()));
        events.add(other.copy(buffer.slice(0, 100), buffer.slice(50_000, 100), List.of(events.getLast())));
        assertThat(events).noneMatch(Event::isDone);
        letRun();
        events.forEach(event -> event.await(FOREVER));
        assertThat(bytes(target)).isEqualTo(bytes(source));
        assertThat(buffer.hostView().orElseThrow().get(java.lang.foreign.ValueLayout.JAVA_BYTE, 50_099))
                .isEqualTo((byte) 7);
    }

    @Test
    void fillsHostMemoryBeforeLaterCommandsAreDone() {
        letRun();
        DeviceBuffer buffer = device.allocate(900);
        MemorySegment target = random(900, 1);
        queue.fill(buffer.slice(0, 900), (byte) 3, List.of());
        queue.download(buffer.slice(0, 900), target, List.of());
        Event last = queue.fill(buffer.slice(0, 900), (byte) 4, List.of());
        last.await(FOREVER);
        assertThat(bytes(target)).containsOnly(3);
    }

    @Test
    void uploadsWhatAnEarlierDownloadFilled() {
        letRun();
        DeviceBuffer first = device.allocate(700);
        DeviceBuffer second = device.allocate(700);
        MemorySegment between = random(700, 1);
        queue.fill(first.slice(0, 700), (byte) 9, List.of());
        Event filled = queue.download(first.slice(0, 700), between, List.of());
        queue.upload(between, second.slice(0, 700), List.of());
        Event onOther = other.upload(between, first.slice(0, 700), List.of(filled));
        onOther.await(FOREVER);
        queue.close();
        assertThat(bytes(second.hostView().orElseThrow())).containsOnly(9);
        assertThat(bytes(first.hostView().orElseThrow())).containsOnly(9);
    }

    @Test
    void waitsForEventsOfOtherQueues() {
        DeviceBuffer buffer = device.allocate(10);
        Event slow = queue.fill(buffer.slice(0, 10), (byte) 1, List.of());
        Event after = other.fill(buffer.slice(0, 10), (byte) 2, List.of(slow));
        otherDriver.run();
        assertThat(after.isDone()).isFalse();
        driver.run();
        otherDriver.run();
        assertThat(after.await(0)).isTrue();
        assertThat(bytes(buffer.hostView().orElseThrow())).containsOnly(2);
    }

    @Test
    void failsWhatDependsOnAFailureAndGoesOn() {
        letRun();
        DeviceBuffer buffer = device.allocate(10);
        driver.failNext(failure("on purpose"));
        Event failed = queue.fill(buffer.slice(0, 10), (byte) 1, List.of());
        Event dependent = queue.fill(buffer.slice(0, 5), (byte) 2, List.of(failed));
        Event onOther = other.download(buffer.slice(0, 5), random(5, 1), List.of(dependent));
        Event independent = queue.fill(buffer.slice(5, 5), (byte) 3, List.of());
        assertThatThrownBy(() -> failed.await(FOREVER)).hasMessage("on purpose");
        assertThatThrownBy(() -> dependent.await(FOREVER))
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("on purpose");
        assertThatThrownBy(() -> onOther.await(FOREVER)).hasMessageContaining("on purpose");
        assertThat(independent.await(FOREVER)).isTrue();
        Event afterAll = other.fill(buffer.slice(0, 1), (byte) 4, List.of(onOther));
        assertThat(afterAll.isDone()).isTrue();
        assertThatThrownBy(() -> afterAll.await(0)).hasMessageContaining("on purpose");
    }

    @Test
    void failsEverythingOnceTheDeviceIsLost() {
        DeviceBuffer buffer = device.allocate(100_000);
        Event submitted = queue.fill(buffer.slice(0, 10), (byte) 1, List.of());
        Event waiting = queue.upload(random(100_000, 1), buffer.slice(0, 100_000), List.of());
        driver.lose();
        Event later = queue.fill(buffer.slice(0, 10), (byte) 1, List.of());
        for (Event event : List.of(submitted, waiting, later)) {
            assertThatThrownBy(() -> event.await(FOREVER))
                    .isInstanceOfSatisfying(
                            BackendException.class, e -> assertThat(e.kind()).isEqualTo(Kind.DEVICE_LOST));
            assertThat(event.isDone()).isTrue();
        }
        queue.close();
    }

    @Test
    void givesUpWaitingInTimeAndWhenInterrupted() {
        Event never = queue.fill(device.allocate(1).slice(0, 1), (byte) 1, List.of());
        assertThat(never.await(0)).isFalse();
        assertThat(never.await(SHORT_NANOS)).isFalse();
        Thread.currentThread().interrupt();
        assertThat(never.await(FOREVER)).isFalse();
        assertThat(Thread.interrupted()).isTrue();
        driver.run();
        Thread.currentThread().interrupt();
        assertThat(never.await(FOREVER)).isTrue();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void failsADownloadWhoseMemoryIsGone() {
        DeviceBuffer buffer = device.allocate(10);
        Event event;
        try (Arena arena = Arena.ofShared()) {
            event = queue.download(buffer.slice(0, 10), arena.allocate(10), List.of());
        }
        driver.run();
        assertThatThrownBy(() -> event.await(FOREVER)).hasMessageContaining("closed before");
        Event next = queue.fill(buffer.slice(0, 1), (byte) 1, List.of());
        driver.run();
        assertThat(next.isDone()).isTrue();
    }

    @Test
    void refusesMistakesAtTheCall() {
        HostDevice foreignDevice = HostDevice.named("test:1");
        DeviceBuffer buffer = device.allocate(10);
        DeviceBuffer foreign = foreignDevice.allocate(10);
        Event foreignEvent = new InOrderQueue(foreignDevice, new StepDriver(foreignDevice, STAGING_BYTES))
                .fill(foreign.slice(0, 1), (byte) 0, List.of());
        assertThatThrownBy(() -> queue.upload(random(9, 1), buffer.slice(0, 10), List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Sizes differ: source 9, target 10 bytes");
        assertThatThrownBy(() -> queue.copy(buffer.slice(0, 6), buffer.slice(4, 6), List.of()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> queue.fill(foreign.slice(0, 1), (byte) 0, List.of()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> queue.fill(buffer.slice(0, 1), (byte) 0, List.of(foreignEvent)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> queue.download(buffer.slice(0, 4), random(4, 1).asReadOnly(), List.of()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(driver.waiting()).isZero();
    }

    @Test
    void acceptsSettledEvents() {
        DeviceBuffer buffer = device.allocate(1);
        queue.fill(buffer.slice(0, 1), (byte) 1, List.of(Event.completed()));
        Event failed = queue.fill(buffer.slice(0, 1), (byte) 1, List.of(Event.failed(failure("before"))));
        assertThat(driver.waiting()).isOne();
        assertThatThrownBy(() -> failed.await(0)).hasMessageContaining("before");
    }

    @Test
    void closesWhenAllIsDone() {
        letRun();
        DeviceBuffer buffer = device.allocate(50_000);
        Event event = queue.upload(random(50_000, 1), buffer.slice(0, 50_000), List.of());
        queue.close();
        assertThat(driver.isClosed()).isTrue();
        assertThat(event.isDone()).isTrue();
        queue.close();
        assertThatThrownBy(() -> queue.fill(buffer.slice(0, 1), (byte) 1, List.of()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("A queue of test:0 is closed");
    }

    @Test
    void stopsWithoutWaiting() {
        DeviceBuffer buffer = device.allocate(50_000);
        Event event = queue.upload(random(50_000, 1), buffer.slice(0, 50_000), List.of());
        assertThat(queue.stop(1000)).isTrue();
        assertThat(driver.isClosed()).isFalse();
        assertThatThrownBy(() -> event.await(FOREVER)).isInstanceOf(IllegalStateException.class);
        queue.close();
    }

    @Test
    void runsPrograms() {
        letRun();
        int[] runs = new int[1];
        class Count implements Executable, Runnable {
            @Override
            public void run() {
                runs[0]++;
            }

            @Override
            public void close() {}
        }
        queue.execute(new Count(), List.of());
        queue.execute(new Count(), List.of()).await(FOREVER);
        assertThat(runs[0]).isEqualTo(2);
    }

    @Test
    void keepsNoChainOfEvents() {
        DeviceBuffer buffer = device.allocate(1);
        Event previous = queue.fill(buffer.slice(0, 1), (byte) 0, List.of());
        Event next = queue.fill(buffer.slice(0, 1), (byte) 0, List.of(previous));
        driver.run();
        assertThat(next.isDone()).isTrue();
        assertThat(((QueueEvent) next).dependencies()).isEmpty();
    }
}
