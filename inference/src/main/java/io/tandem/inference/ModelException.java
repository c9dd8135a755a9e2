package io.tandem.inference;

/**
 * A model or tokenizer that cannot be used: its file is missing, damaged, hostile or asks for something Tandem
 * does not support. The message is one line that names the file, what is wrong with it and what would help.
 */
public sealed class ModelException extends RuntimeException permits UnsupportedModelException {
    private static final long serialVersionUID = 1L;

    /** Creates the error with its one-line message. */
    public ModelException(String message) {
        super(message);
    }

    /** Creates the error with its one-line message and the failure behind it. */
    public ModelException(String message, Throwable cause) {
        super(message, cause);
    }
}
