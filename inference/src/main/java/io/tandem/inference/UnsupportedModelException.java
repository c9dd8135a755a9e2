package io.tandem.inference;

/** A model that is in order but uses what Tandem does not support. The message lists all of it. */
public final class UnsupportedModelException extends ModelException {
    private static final long serialVersionUID = 1L;

    /** Creates the error with its one-line message and the failure behind it. */
    public UnsupportedModelException(String message, Throwable cause) {
        super(message, cause);
    }
}
