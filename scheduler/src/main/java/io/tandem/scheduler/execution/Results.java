package io.tandem.scheduler.execution;

import io.tandem.backend.BufferSlice;
import io.tandem.graph.Tensor;
import io.tandem.scheduler.device.ActiveDevice;
import io.tandem.scheduler.device.DeviceTransfer;
import io.tandem.scheduler.device.HostBlock;
import io.tandem.tensor.Shape;
import io.tandem.tensor.TensorLayout;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.Map;

/** Brings outputs to the host. For one thread at a time. */
public final class Results implements AutoCloseable {
    private final Holdings holdings;
    private final Map<ActiveDevice, DeviceTransfer> transfers = new LinkedHashMap<>();
    private final HostBlock staging = new HostBlock();

    /** For one session. */
    public Results(Holdings holdings) {
        this.holdings = holdings;
    }

    /**
     * The elements of an output of a finished run, in order and without gaps.
     *
     * @param target as many bytes as that takes
     */
    public void read(RunState run, Tensor tensor, MemorySegment target) {
        CompiledPlan compiled = run.plan();
        int index = compiled.plan().assignment(tensor).device();
        ActiveDevice device = compiled.devices().get(index);
        device.requireAlive();
        Addresses addresses = new Addresses(compiled.plan(), compiled.devices(), holdings, run.slot());
        long extent = tensor.layout().byteExtent();
        BufferSlice source = addresses.range(index, tensor.storage(), tensor.storageOffset(), extent);
        DeviceTransfer transfer = transfer(device);
        if (tensor.layout().isContiguous()) {
            transfer.read(source, target);
            return;
        }
        MemorySegment bytes = source.buffer()
                .hostView()
                .map(view -> view.asSlice(source.offset(), source.bytes()))
                .orElseGet(() -> fetch(transfer, source));
        gather(tensor.layout(), bytes, target);
    }

    private MemorySegment fetch(DeviceTransfer transfer, BufferSlice source) {
        MemorySegment block = staging.take(source.bytes());
        transfer.read(source, block);
        return block;
    }

    /** A way to and from a device. */
    public DeviceTransfer transfer(ActiveDevice device) {
        return transfers.computeIfAbsent(device, DeviceTransfer::new);
    }

    private static void gather(TensorLayout layout, MemorySegment source, MemorySegment target) {
        Shape shape = layout.shape();
        long blocks = shape.d0() / layout.type().blockLength();
        long block = layout.type().blockBytes();
        long piece = layout.hasContiguousRows() ? blocks * block : block;
        long pieces = blocks * block / piece;
        long written = 0;
        for (long row = 0; row < shape.rows(); row++) {
            long start = row % shape.d1() * layout.strides().s1()
                    + row / shape.d1() % shape.d2() * layout.strides().s2()
                    + row / (shape.d1() * shape.d2()) * layout.strides().s3();
            for (long i = 0; i < pieces; i++) {
                MemorySegment.copy(source, start + i * layout.strides().s0(), target, written, piece);
                written += piece;
            }
        }
    }

    @Override
    public void close() {
        transfers.values().forEach(DeviceTransfer::close);
        transfers.clear();
        staging.close();
    }
}
