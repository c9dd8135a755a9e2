package io.tandem.scheduler.memory;

import io.tandem.backend.BackendException;
import io.tandem.backend.BufferUsage;
import io.tandem.backend.DeviceBuffer;
import io.tandem.scheduler.device.ActiveDevice;
import io.tandem.scheduler.device.DeviceTransfer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Memory of one device that plans share, in chunks: chunk i is as large as the largest that any plan asked for. Growing
 * takes two steps, so that it happens on all devices or on none. For one thread at a time.
 */
public final class Arena implements AutoCloseable {
    private final ActiveDevice device;
    private final boolean keepsContents;
    private final List<DeviceBuffer> chunks = new ArrayList<>();
    private final List<@Nullable DeviceBuffer> grown = new ArrayList<>();

    /**
     * An empty arena.
     *
     * @param keepsContents whether growing copies what is there
     */
    public Arena(ActiveDevice device, boolean keepsContents) {
        this.device = device;
        this.keepsContents = keepsContents;
    }

    /** The bytes that growing to {@code sizes} allocates. */
    public long growth(List<Long> sizes) {
        long bytes = 0;
        for (int i = 0; i < sizes.size(); i++) {
            bytes += isTooSmall(i, sizes.get(i)) ? sizes.get(i) : 0;
        }
        return bytes;
    }

    /**
     * Allocates what is missing, without using it yet.
     *
     * @throws io.tandem.backend.BackendException if there is not enough memory; call {@link #abandonGrowth}
     */
    public void prepareGrowth(List<Long> sizes) {
        for (int i = 0; i < sizes.size(); i++) {
            grown.add(
                    isTooSmall(i, sizes.get(i))
                            ? device.device().allocate(Math.max(1, sizes.get(i)), BufferUsage.ACTIVATIONS)
                            : null);
        }
    }

    /** Uses what {@link #prepareGrowth} allocated, and frees what it replaces. */
    public void commitGrowth() {
        for (int i = 0; i < grown.size(); i++) {
            DeviceBuffer larger = grown.get(i);
            if (larger != null) {
                replace(i, larger);
                grown.set(i, null);
            }
        }
        grown.clear();
    }

    /** Frees what {@link #prepareGrowth} allocated. */
    public void abandonGrowth() {
        for (DeviceBuffer buffer : grown) {
            if (buffer != null) {
                buffer.close();
            }
        }
        grown.clear();
    }

    private boolean isTooSmall(int index, long bytes) {
        return index >= chunks.size() || chunks.get(index).byteSize() < bytes;
    }

    private void replace(int index, DeviceBuffer larger) {
        if (index == chunks.size()) {
            chunks.add(larger);
            return;
        }
        DeviceBuffer smaller = chunks.set(index, larger);
        if (keepsContents) {
            keepContents(smaller, larger);
        }
        smaller.close();
    }

    private void keepContents(DeviceBuffer from, DeviceBuffer to) {
        try (DeviceTransfer transfer = new DeviceTransfer(device)) {
            transfer.copy(from, to);
        } catch (BackendException failure) {
            // The memory has grown all the same. Whoever reads the results of a lost device learns of the loss there.
            device.observe(failure);
        }
    }

    /** A chunk. */
    public DeviceBuffer chunk(int index) {
        return chunks.get(index);
    }

    /** The bytes of all chunks. */
    public long bytes() {
        long bytes = 0;
        for (DeviceBuffer chunk : chunks) {
            bytes += chunk.byteSize();
        }
        return bytes;
    }

    @Override
    public void close() {
        abandonGrowth();
        chunks.forEach(DeviceBuffer::close);
        chunks.clear();
    }
}
