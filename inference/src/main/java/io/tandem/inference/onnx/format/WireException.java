package io.tandem.inference.onnx.format;

/** Bytes that are no well-formed message; the message completes "cannot read FILE: ". */
final class WireException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    WireException(String message) {
        super(message);
    }
}
