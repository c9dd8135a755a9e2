package io.tandem.scheduler.execution;

import io.tandem.backend.BufferSlice;
import io.tandem.backend.CommandQueue;
import io.tandem.backend.Event;
import io.tandem.scheduler.device.HostBlock;
import io.tandem.scheduler.device.Waiting;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Two blocks of host memory through which a lane copies between devices that do not know each other: while one piece goes
 * up the next one comes down. For one thread at a time.
 */
final class Staging implements AutoCloseable {
    private static final long PIECE_BYTES = 4L << 20;

    private final HostBlock[] halves = {new HostBlock(), new HostBlock()};
    private final Event[] busy = {Event.completed(), Event.completed()};

    /** Returns the event of the last piece's upload. After a failure nothing is under way any more. */
    Event copy(CommandQueue from, BufferSlice source, CommandQueue to, BufferSlice target) {
        boolean complete = false;
        try {
            rest();
            Event last = pieces(from, source, to, target);
            complete = true;
            return last;
        } finally {
            if (!complete) {
                rest();
            }
        }
    }

    private Event pieces(CommandQueue from, BufferSlice source, CommandQueue to, BufferSlice target) {
        long bytes = source.bytes();
        int half = 0;
        for (long done = 0; done < bytes; done += PIECE_BYTES) {
            long piece = Math.min(PIECE_BYTES, bytes - done);
            Waiting.forEvent(busy[half]);
            MemorySegment memory = halves[half].take(piece);
            settled(from.download(source.buffer().slice(source.offset() + done, piece), memory, List.of()));
            busy[half] = to.upload(memory, target.buffer().slice(target.offset() + done, piece), List.of());
            half = 1 - half;
        }
        Waiting.forEvent(busy[half]);
        return busy[1 - half];
    }

    /** Waits until both blocks are free, however their uploads ended. */
    private void rest() {
        Waiting.forRest(busy[0]);
        Waiting.forRest(busy[1]);
        busy[0] = Event.completed();
        busy[1] = Event.completed();
    }

    /** Waits for a command whose memory is used right afterwards. */
    static Event settled(Event event) {
        Waiting.forEvent(event);
        return Event.completed();
    }

    /** Grows to what copies of that size need, so that running allocates nothing. */
    void reserve(long bytes) {
        halves[0].take(Math.min(bytes, PIECE_BYTES));
        halves[1].take(Math.clamp(bytes - PIECE_BYTES, 0, PIECE_BYTES));
    }

    @Override
    public void close() {
        rest();
        halves[0].close();
        halves[1].close();
    }
}
