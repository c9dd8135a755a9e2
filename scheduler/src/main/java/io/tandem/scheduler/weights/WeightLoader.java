package io.tandem.scheduler.weights;

import io.tandem.backend.BufferUsage;
import io.tandem.backend.CommandQueue;
import io.tandem.backend.DeviceBuffer;
import io.tandem.backend.Event;
import io.tandem.backend.WeightLayout;
import io.tandem.graph.Weight;
import io.tandem.graph.WeightSource;
import io.tandem.scheduler.device.ActiveDevice;
import io.tandem.scheduler.device.Waiting;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Brings one weight to one device: without a copy where it can, else in pieces through two staging blocks. */
final class WeightLoader {
    private static final long PIECE_BYTES = 4L << 20;
    private static final long STAGING_ALIGNMENT = 64;

    private final ActiveDevice device;
    private final Weight weight;
    private final @Nullable WeightLayout layout;
    private final LongConsumer progress;

    WeightLoader(ActiveDevice device, Weight weight, @Nullable WeightLayout layout, LongConsumer progress) {
        this.device = device;
        this.weight = weight;
        this.layout = layout;
        this.progress = progress;
    }

    DeviceBuffer load() {
        long bytes = layout == null ? weight.bytes() : layout.bytes();
        DeviceBuffer buffer = device.device().allocate(Math.max(1, bytes), BufferUsage.WEIGHTS);
        boolean filled = false;
        try {
            fill(buffer, bytes);
            filled = true;
            return buffer;
        } finally {
            if (!filled) {
                buffer.close();
            }
        }
    }

    /** The weight where it lies, if it lies in memory that the device can use. */
    Optional<DeviceBuffer> wrap() {
        if (layout != null) {
            return Optional.empty();
        }
        long alignment = device.info().limits().wrapAlignmentBytes();
        return weight.source()
                .mapped()
                .filter(segment -> segment.byteSize() > 0
                        && segment.address() % alignment == 0
                        && segment.byteSize() % alignment == 0)
                .flatMap(segment -> device.device().wrap(segment, BufferUsage.WEIGHTS));
    }

    private void fill(DeviceBuffer buffer, long bytes) {
        Optional<MemorySegment> view = buffer.hostView();
        Pieces pieces = Pieces.of(weight, layout, PIECE_BYTES);
        if (view.isPresent()) {
            for (long i = 0; i < pieces.count(); i++) {
                write(pieces, i, view.get().asSlice(pieces.offset(i), pieces.bytes(i)));
                progress.accept(pieces.bytes(i));
            }
        } else if (bytes > 0) {
            stream(pieces, buffer);
        }
    }

    private void stream(Pieces pieces, DeviceBuffer buffer) {
        Event[] busy = {Event.completed(), Event.completed()};
        try (Arena arena = Arena.ofShared();
                CommandQueue queue = device.device().newQueue()) {
            MemorySegment[] staging = {
                arena.allocate(pieces.largest(), STAGING_ALIGNMENT), arena.allocate(pieces.largest(), STAGING_ALIGNMENT)
            };
            for (long i = 0; i < pieces.count(); i++) {
                int half = (int) (i % 2);
                Waiting.forEvent(busy[half]);
                MemorySegment piece = staging[half].asSlice(0, pieces.bytes(i));
                write(pieces, i, piece);
                busy[half] = queue.upload(piece, buffer.slice(pieces.offset(i), pieces.bytes(i)), List.of());
                progress.accept(pieces.bytes(i));
            }
            Waiting.forEvent(busy[0]);
            Waiting.forEvent(busy[1]);
        }
    }

    private void write(Pieces pieces, long index, MemorySegment target) {
        WeightSource source = weight.source();
        if (layout == null) {
            source.read(pieces.offset(index), target);
        } else {
            layout.pack(source, target, pieces.fromRow(index), pieces.toRow(index));
        }
    }
}
