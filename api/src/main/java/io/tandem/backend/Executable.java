package io.tandem.backend;

/** A compiled program. */
public interface Executable extends AutoCloseable {
    /** Frees what the program holds on the device. Its runs are done. Idempotent. */
    @Override
    void close();
}
