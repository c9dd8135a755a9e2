package io.tandem.scheduler.device;

import io.tandem.backend.BackendException;
import io.tandem.backend.BufferSlice;
import io.tandem.backend.CommandQueue;
import io.tandem.backend.DeviceBuffer;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Moves bytes between the host and one device, waiting for each move: for what is not worth a lane (results, states). Opens a
 * queue when it first needs one. For one thread at a time.
 */
public final class DeviceTransfer implements AutoCloseable {
    private static final long PIECE_BYTES = 4L << 20;
    private static final Thread ANOTHER_THREAD = Thread.ofVirtual().unstarted(() -> {});

    private final ActiveDevice device;
    private final HostBlock staging = new HostBlock();
    private @Nullable CommandQueue queue;

    /** A way to and from {@code device}. */
    public DeviceTransfer(ActiveDevice device) {
        this.device = device;
    }

    /** Reads a range of a buffer into as many bytes of any memory. */
    public void read(BufferSlice source, MemorySegment target) {
        Optional<MemorySegment> view = source.buffer().hostView();
        if (view.isPresent()) {
            MemorySegment.copy(view.get(), source.offset(), target, 0, source.bytes());
            return;
        }
        for (long done = 0; done < source.bytes(); done += PIECE_BYTES) {
            BufferSlice piece = piece(source, done);
            MemorySegment part = target.asSlice(done, piece.bytes());
            if (isOpen(target)) {
                await(() -> queue().download(piece, part, List.of()));
            } else {
                MemorySegment block = staging.take(piece.bytes());
                await(() -> queue().download(piece, block, List.of()));
                part.copyFrom(block);
            }
        }
    }

    /** Writes as many bytes of any memory to a range of a buffer. */
    public void write(MemorySegment source, BufferSlice target) {
        Optional<MemorySegment> view = target.buffer().hostView();
        if (view.isPresent()) {
            MemorySegment.copy(source, 0, view.get(), target.offset(), target.bytes());
            return;
        }
        for (long done = 0; done < target.bytes(); done += PIECE_BYTES) {
            BufferSlice piece = piece(target, done);
            MemorySegment part = source.asSlice(done, piece.bytes());
            if (isOpen(source)) {
                await(() -> queue().upload(part, piece, List.of()));
            } else {
                MemorySegment block = staging.take(piece.bytes());
                block.copyFrom(part);
                await(() -> queue().upload(block, piece, List.of()));
            }
        }
    }

    /** Sets a buffer to zeros. */
    public void clear(DeviceBuffer buffer) {
        await(() -> queue().fill(buffer.slice(0, buffer.byteSize()), (byte) 0, List.of()));
    }

    /** Copies the beginning of a buffer into another one of the device. */
    public void copy(DeviceBuffer source, DeviceBuffer target) {
        long bytes = Math.min(source.byteSize(), target.byteSize());
        await(() -> queue().copy(source.slice(0, bytes), target.slice(0, bytes), List.of()));
    }

    /** Whether a device's own threads may use the memory too. */
    private static boolean isOpen(MemorySegment segment) {
        return segment.isNative() && segment.isAccessibleBy(ANOTHER_THREAD);
    }

    private static BufferSlice piece(BufferSlice whole, long from) {
        return whole.buffer().slice(whole.offset() + from, Math.min(PIECE_BYTES, whole.bytes() - from));
    }

    private void await(Supplier<io.tandem.backend.Event> command) {
        try {
            Waiting.forEvent(command.get());
        } catch (BackendException failure) {
            device.observe(failure);
            throw failure;
        }
    }

    private CommandQueue queue() {
        CommandQueue open = queue;
        if (open == null) {
            open = device.device().newQueue();
            queue = open;
        }
        return open;
    }

    @Override
    public void close() {
        CommandQueue open = queue;
        queue = null;
        if (open != null) {
            open.close();
        }
        staging.close();
    }
}
