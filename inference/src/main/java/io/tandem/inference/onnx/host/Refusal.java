package io.tandem.inference.onnx.host;

/** Why one node cannot be imported. Whoever catches it knows which node that is and says so. */
public final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean unsupported;

    private Refusal(String reason, boolean unsupported) {
        super(reason);
        this.unsupported = unsupported;
    }

    /** The model is well-formed, but Tandem cannot compute this. */
    public static Refusal unsupported(String reason) {
        return new Refusal(reason, true);
    }

    /** The model contradicts itself or ONNX. */
    public static Refusal invalid(String reason) {
        return new Refusal(reason, false);
    }

    /** Whether the model is well-formed. */
    public boolean isUnsupported() {
        return unsupported;
    }
}
