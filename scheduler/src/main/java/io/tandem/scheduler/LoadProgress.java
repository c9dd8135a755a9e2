package io.tandem.scheduler;

/** Told how far the loading of weights has come. Called on the thread that prepares the plan; it should return soon. */
@FunctionalInterface
public interface LoadProgress {
    /**
     * A piece has been loaded.
     *
     * @param bytes the bytes that have been loaded for this plan so far
     * @param totalBytes the bytes that this plan loads
     */
    void loaded(long bytes, long totalBytes);
}
