package io.tandem.testkit.reference;

/** Index data that is out of range, on its way to the event of the run. */
final class InvalidIndexException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private InvalidIndexException(String message) {
        super(message);
    }

    static long check(long index, long rows, String operation) {
        if (index < 0 || index >= rows) {
            throw new InvalidIndexException(operation + ": index " + index + " of " + rows + " rows");
        }
        return index;
    }
}
