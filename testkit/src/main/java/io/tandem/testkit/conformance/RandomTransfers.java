package io.tandem.testkit.conformance;

import io.tandem.backend.BufferSlice;
import io.tandem.backend.BufferUsage;
import io.tandem.backend.CommandQueue;
import io.tandem.backend.Device;
import io.tandem.backend.DeviceBuffer;
import io.tandem.backend.Event;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Random uploads, downloads, copies and fills between blocks of a device and of the host, spread over queues. Each waits
 * for the events of what touched its blocks before, so all must end as if they had run one after the other.
 */
final class RandomTransfers implements AutoCloseable {
    private static final int BLOCKS = 5;

    /** Odd, and large enough for several pieces where staging memory is small. */
    private static final int BLOCK_BYTES = 200_003;

    /** A block's memory and what it must hold, and the commands that touched it since they were last seen done. */
    private static final class Block {
        final MemorySegment host = Bytes.empty(BLOCK_BYTES);
        byte[] onHost = new byte[BLOCK_BYTES];
        byte[] onDevice = new byte[BLOCK_BYTES];
        final List<Event> touchedHost = new ArrayList<>();
        final List<Event> touchedDevice = new ArrayList<>();
        final DeviceBuffer buffer;

        Block(Device device, Random random) {
            buffer = device.allocate(BLOCK_BYTES + 3, BufferUsage.ACTIVATIONS);
            random.nextBytes(onHost);
            host.copyFrom(MemorySegment.ofArray(onHost));
        }

        BufferSlice slice() {
            return buffer.slice(3, BLOCK_BYTES);
        }
    }

    private interface Submission {
        Event submit(List<Event> after);
    }

    private final Device device;
    private final List<CommandQueue> queues;
    private final Random random;
    private final List<Block> blocks = new ArrayList<>();

    RandomTransfers(Device device, List<CommandQueue> queues, long seed) {
        this.device = device;
        this.queues = queues;
        this.random = new Random(seed);
        for (int i = 0; i < BLOCKS; i++) {
            blocks.add(new Block(device, random));
        }
    }

    void submit(int commands) {
        for (int i = 0; i < commands; i++) {
            submitOne(queues.get(random.nextInt(queues.size())));
        }
    }

    private void submitOne(CommandQueue queue) {
        Block from = blocks.get(random.nextInt(BLOCKS));
        Block to = blocks.get(random.nextInt(BLOCKS));
        switch (random.nextInt(from == to ? 3 : 4)) {
            case 0 -> {
                order(List.of(from.touchedHost, to.touchedDevice), after -> queue.upload(from.host, to.slice(), after));
                to.onDevice = from.onHost.clone();
            }
            case 1 -> {
                order(
                        List.of(from.touchedDevice, to.touchedHost),
                        after -> queue.download(from.slice(), to.host, after));
                to.onHost = from.onDevice.clone();
            }
            case 2 -> {
                byte value = (byte) random.nextInt();
                order(List.of(to.touchedDevice), after -> queue.fill(to.slice(), value, after));
                Arrays.fill(to.onDevice, value);
            }
            default -> {
                order(
                        List.of(from.touchedDevice, to.touchedDevice),
                        after -> queue.copy(from.slice(), to.slice(), after));
                to.onDevice = from.onDevice.clone();
            }
        }
    }

    private static void order(List<List<Event>> touched, Submission submission) {
        List<Event> after = touched.stream().flatMap(List::stream).toList();
        Event event = submission.submit(after);
        for (List<Event> events : touched) {
            events.removeIf(Event::isDone);
            events.add(event);
        }
    }

    /** The number of the first block that does not hold what it must, or -1. The queues are closed. */
    int firstDifference() {
        try (CommandQueue queue = device.newQueue()) {
            for (int i = 0; i < BLOCKS; i++) {
                Block block = blocks.get(i);
                if (block.host.mismatch(MemorySegment.ofArray(block.onHost)) >= 0
                        || !Arrays.equals(Bytes.read(queue, block.slice()), block.onDevice)) {
                    return i;
                }
            }
            return -1;
        }
    }

    @Override
    public void close() {
        blocks.forEach(block -> block.buffer.close());
    }
}
