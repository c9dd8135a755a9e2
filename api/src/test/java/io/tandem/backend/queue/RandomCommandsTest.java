package io.tandem.backend.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.backend.CommandQueue;
import io.tandem.backend.Event;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two queues that share buffers and host memory, held against the same commands carried out one after the other. */
@Timeout(60)
class RandomCommandsTest {
    private static final int BLOCKS = 6;
    private static final int BLOCK_BYTES = 2000;

    /** Blocks on the device and in the host's memory alike: contents, and the last command that touched them. */
    private final MemorySegment[] host = new MemorySegment[BLOCKS];

    private final HostDevice.HostBuffer[] buffers = new HostDevice.HostBuffer[BLOCKS];
    private final byte[][] expectedHost = new byte[BLOCKS][BLOCK_BYTES];
    private final byte[][] expectedDevice = new byte[BLOCKS][BLOCK_BYTES];
    private final List<List<Event>> touchedHost = new ArrayList<>();
    private final List<List<Event>> touchedDevice = new ArrayList<>();
    private volatile boolean ended;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void endsAsInOrder(long seed) {
        HostDevice device = HostDevice.named("test:0");
        Random random = new Random(seed);
        for (int i = 0; i < BLOCKS; i++) {
            random.nextBytes(expectedHost[i]);
            host[i] = Arena.ofAuto().allocate(BLOCK_BYTES).copyFrom(MemorySegment.ofArray(expectedHost[i]));
            buffers[i] = device.allocate(BLOCK_BYTES);
            touchedHost.add(new ArrayList<>());
            touchedDevice.add(new ArrayList<>());
        }
        StepDriver[] drivers = {new StepDriver(device, 3000), new StepDriver(device, 5000)};
        CommandQueue[] queues = {new InOrderQueue(device, drivers[0]), new InOrderQueue(device, drivers[1])};
        Thread.ofPlatform().daemon().start(() -> {
            while (!ended) {
                drivers[0].step();
                drivers[1].step();
            }
        });
        for (int i = 0; i < 300; i++) {
            command(queues[random.nextInt(2)], random);
        }
        queues[0].close();
        queues[1].close();
        ended = true;
        for (int i = 0; i < BLOCKS; i++) {
            assertThat(host[i].mismatch(MemorySegment.ofArray(expectedHost[i]))).isEqualTo(-1);
            assertThat(buffers[i].memory().mismatch(MemorySegment.ofArray(expectedDevice[i])))
                    .isEqualTo(-1);
        }
    }

    private void command(CommandQueue queue, Random random) {
        int from = random.nextInt(BLOCKS);
        int to = random.nextInt(BLOCKS);
        switch (random.nextInt(4)) {
            case 0 -> {
                note(
                        touchedHost,
                        from,
                        touchedDevice,
                        to,
                        after -> queue.upload(host[from], buffers[to].slice(0, BLOCK_BYTES), after));
                expectedDevice[to] = expectedHost[from].clone();
            }
            case 1 -> {
                note(
                        touchedDevice,
                        from,
                        touchedHost,
                        to,
                        after -> queue.download(buffers[from].slice(0, BLOCK_BYTES), host[to], after));
                expectedHost[to] = expectedDevice[from].clone();
            }
            case 2 -> {
                if (from != to) {
                    note(
                            touchedDevice,
                            from,
                            touchedDevice,
                            to,
                            after -> queue.copy(
                                    buffers[from].slice(0, BLOCK_BYTES), buffers[to].slice(0, BLOCK_BYTES), after));
                    expectedDevice[to] = expectedDevice[from].clone();
                }
            }
            default -> {
                byte value = (byte) random.nextInt();
                note(
                        touchedDevice,
                        to,
                        touchedDevice,
                        to,
                        after -> queue.fill(buffers[to].slice(0, BLOCK_BYTES), value, after));
                Arrays.fill(expectedDevice[to], value);
            }
        }
    }

    private interface Submission {
        Event submit(List<Event> after);
    }

    private static void note(
            List<List<Event>> firstTouched,
            int first,
            List<List<Event>> secondTouched,
            int second,
            Submission submission) {
        List<Event> after = new ArrayList<>(firstTouched.get(first));
        after.addAll(secondTouched.get(second));
        Event event = submission.submit(after);
        for (List<Event> touched : List.of(firstTouched.get(first), secondTouched.get(second))) {
            touched.removeIf(Event::isDone);
            touched.add(event);
        }
    }
}
