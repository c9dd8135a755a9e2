package io.tandem.scheduler.planning.memory;

import io.tandem.backend.Limits;
import java.util.ArrayList;
import java.util.List;

/** Plans where blocks lie in an arena of chunks: the best fitting free range, else the end of a chunk, else a new chunk. */
final class ArenaPlan {
    private final Limits limits;
    private final List<Chunk> chunks = new ArrayList<>();

    ArenaPlan(Limits limits) {
        this.limits = limits;
    }

    /** The sizes of the chunks. */
    List<Long> chunkBytes() {
        return chunks.stream().map(Chunk::bytes).toList();
    }

    /** Takes a block for a tensor, which is not larger than a chunk may be. */
    Block take(long bytes) {
        long rounded = rounded(bytes);
        int best = -1;
        int bestRange = -1;
        for (int i = 0; i < chunks.size(); i++) {
            int range = chunks.get(i).bestFit(rounded);
            if (range >= 0
                    && (best < 0 || chunks.get(i).room(range) < chunks.get(best).room(bestRange))) {
                best = i;
                bestRange = range;
            }
        }
        if (best >= 0) {
            return new Block(best, chunks.get(best).take(bestRange, rounded), rounded);
        }
        return grow(rounded);
    }

    private Block grow(long bytes) {
        int chunk = 0;
        while (chunk < chunks.size() && chunks.get(chunk).grown(bytes) > limits.maxAllocationBytes()) {
            chunk++;
        }
        if (chunk == chunks.size()) {
            chunks.add(new Chunk());
        }
        return new Block(chunk, chunks.get(chunk).grow(bytes), bytes);
    }

    /** Gives a block back. */
    void give(Block block) {
        chunks.get(block.chunk()).give(block.offset(), block.end());
    }

    /** Empty tensors get an address too. A tensor as large as a chunk may be fills it without being rounded up. */
    private long rounded(long bytes) {
        long alignment = limits.alignmentBytes();
        long rounded = Math.max(bytes + alignment - 1, alignment) & -alignment;
        return rounded > limits.maxAllocationBytes() ? Math.max(bytes, 1) : rounded;
    }
}
