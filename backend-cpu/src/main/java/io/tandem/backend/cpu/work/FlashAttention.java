package io.tandem.backend.cpu.work;

import io.tandem.op.AttentionOp.FlashAttnExt;

/**
 * Attention in tiles of a few queries of the heads that share keys and values, so that these are decoded once for all of
 * them. What a query gives does not depend on the threads.
 */
final class FlashAttention implements Work {
    private final AttentionShape shape;
    private final FlashTile[] tiles;
    private final Split split;

    private FlashAttention(FlashAttnExt op, KernelCall call) {
        this.shape = AttentionShape.of(call);
        this.tiles = new FlashTile[call.threads()];
        SlotMemory memory = call.scratchForEachThread(FlashTile.bytes(call, shape));
        for (int slot = 0; slot < tiles.length; slot++) {
            tiles[slot] = new FlashTile(op, call, shape, memory.of(slot));
        }
        double operations = (double) shape.keys() * (shape.keyLength() + shape.valueLength()) * shape.columns();
        double nanos = 200 + operations / (call.kernels().isVector() ? 20 : 1);
        this.split = Split.of(shape.tiles(), nanos, call.threads());
    }

    static void prepare(FlashAttnExt op, KernelCall call) {
        if (call.output().isEmpty()) {
            return;
        }
        if (call.input(1).shape().d1() > KernelTable.LONGEST_ROW) {
            call.refuse("more than " + KernelTable.LONGEST_ROW + " keys: "
                    + call.input(1).shape());
            return;
        }
        call.add(new FlashAttention(op, call));
    }

    @Override
    public int pieces() {
        return split.pieces();
    }

    @Override
    public void run(int piece, int slot) {
        for (long tile = split.from(piece); tile < split.to(piece); tile++) {
            tiles[slot].run(tile);
        }
    }
}
