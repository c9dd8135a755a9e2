package io.tandem.backend.cpu.work;

/** Index data points outside the rows that it picks from. */
public final class InvalidIndexException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    InvalidIndexException(String operation, long index, long rows) {
        super(operation + " was given the index " + index + " for " + rows + " rows");
    }
}
