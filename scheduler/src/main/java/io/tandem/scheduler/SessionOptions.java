package io.tandem.scheduler;

import io.tandem.scheduler.plan.Plan;

/**
 * How a session runs plans.
 *
 * @param pipelineDepth how many runs of one plan may be going on at once, at least 1: inputs, outputs and copies take memory
 *     for each. Starting one more waits for the oldest.
 * @param cachedPlans how many plans stay compiled, at least 1; the least recently used goes first
 * @param recordsTimelines whether each run records when its commands started and ended. Devices then get one command at a
 *     time from each lane, so that the times are exact.
 * @param progress told how far the loading of weights has come
 */
public record SessionOptions(int pipelineDepth, int cachedPlans, boolean recordsTimelines, LoadProgress progress) {
    private static final SessionOptions DEFAULTS = new SessionOptions(1, 16, false, (bytes, total) -> {});

    /** Refuses numbers below 1. */
    public SessionOptions {
        if (pipelineDepth < 1 || cachedPlans < 1) {
            throw new IllegalArgumentException(
                    "pipelineDepth and cachedPlans must be at least 1, not " + pipelineDepth + " and " + cachedPlans);
        }
    }

    /** One run at a time, 16 compiled {@linkplain Plan plans}, no timelines. */
    public static SessionOptions defaults() {
        return DEFAULTS;
    }

    /** These with another {@link #pipelineDepth}. */
    public SessionOptions withPipelineDepth(int depth) {
        return new SessionOptions(depth, cachedPlans, recordsTimelines, progress);
    }

    /** These with another {@link #cachedPlans}. */
    public SessionOptions withCachedPlans(int plans) {
        return new SessionOptions(pipelineDepth, plans, recordsTimelines, progress);
    }

    /** These with {@link #recordsTimelines}. */
    public SessionOptions withTimelines() {
        return new SessionOptions(pipelineDepth, cachedPlans, true, progress);
    }

    /** These with another {@link #progress}. */
    public SessionOptions withProgress(LoadProgress listener) {
        return new SessionOptions(pipelineDepth, cachedPlans, recordsTimelines, listener);
    }
}
