package io.tandem.backend.queue;

import io.tandem.backend.BufferUsage;
import io.tandem.backend.CommandQueue;
import io.tandem.backend.Device;
import io.tandem.backend.DeviceBuffer;
import io.tandem.backend.DeviceInfo;
import io.tandem.backend.DeviceKind;
import io.tandem.backend.Executable;
import io.tandem.backend.Limits;
import io.tandem.backend.MemoryInfo;
import io.tandem.backend.Program;
import io.tandem.backend.Support;
import io.tandem.graph.Node;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** A device without abilities, for queues to belong to. */
record HostDevice(DeviceInfo info) implements Device {
    record HostBuffer(HostDevice device, MemorySegment memory) implements DeviceBuffer {
        @Override
        public long byteSize() {
            return memory.byteSize();
        }

        @Override
        public Optional<MemorySegment> hostView() {
            return Optional.of(memory);
        }

        @Override
        public void close() {}
    }

    static HostDevice named(String id) {
        return new HostDevice(new DeviceInfo(
                id,
                "test",
                "a test's device",
                DeviceKind.GPU,
                false,
                null,
                null,
                new MemoryInfo(1 << 20, OptionalLong.empty()),
                new Limits(1 << 20, 1, 1),
                List.of()));
    }

    @Override
    public MemoryInfo memory() {
        return info.memory();
    }

    @Override
    public Support supports(Node node) {
        return new Support.No("runs nothing");
    }

    @Override
    public HostBuffer allocate(long bytes, BufferUsage usage) {
        return new HostBuffer(this, Arena.ofAuto().allocate(bytes));
    }

    HostBuffer allocate(long bytes) {
        return allocate(bytes, BufferUsage.ACTIVATIONS);
    }

    @Override
    public Executable compile(Program program) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CommandQueue newQueue() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
}
