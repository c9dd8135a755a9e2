package io.tandem.inference;

import io.tandem.scheduler.plan.Placement;

/**
 * How an {@link EmbeddingModel} runs.
 *
 * @param placement pins of its tensors
 * @param recordsTimelines whether it keeps what each run did when
 */
public record EmbeddingOptions(Placement placement, boolean recordsTimelines) {
    private static final EmbeddingOptions DEFAULTS = new EmbeddingOptions(Placement.priority(), false);

    /** No pins, no timelines. */
    public static EmbeddingOptions defaults() {
        return DEFAULTS;
    }

    /** These with another {@link #placement}. */
    public EmbeddingOptions withPlacement(Placement pins) {
        return new EmbeddingOptions(pins, recordsTimelines);
    }

    /** These with {@link #recordsTimelines}. */
    public EmbeddingOptions withTimelines() {
        return new EmbeddingOptions(placement, true);
    }
}
