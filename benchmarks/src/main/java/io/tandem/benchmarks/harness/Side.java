package io.tandem.benchmarks.harness;

/** One side of a comparison, ready to run. For one thread. */
public interface Side extends AutoCloseable {
    /** Does the work once. */
    void run() throws Exception;

    /** What the last run computed, to be held against the other side; empty where there is nothing to compare. */
    default float[] result() throws Exception {
        return new float[0];
    }

    /** Frees what the side holds. */
    @Override
    void close();

    /** Makes a side ready; what that costs is not measured. */
    @FunctionalInterface
    interface Opening {
        /** A new side, which the caller closes. */
        Side open() throws Exception;
    }
}
