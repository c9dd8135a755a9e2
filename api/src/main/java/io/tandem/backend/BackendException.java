package io.tandem.backend;

import org.jspecify.annotations.Nullable;

/**
 * A failure that is not the caller's mistake. The message reads: what failed, on which device: facts with values [native
 * name (code)]. Remedy.
 */
public final class BackendException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What kind of failure, so that callers can decide what to do. */
    public enum Kind {
        /** A driver or device is not there. */
        UNAVAILABLE,
        /** The device cannot run a node. */
        UNSUPPORTED,
        /** Not enough memory on the device or the host. */
        OUT_OF_MEMORY,
        /** The device is gone; nothing on it works any more. */
        DEVICE_LOST,
        /** A kernel did not build. */
        KERNEL_BUILD,
        /** Index data was out of range. */
        INVALID_INDEX,
        /** Anything else. */
        INTERNAL
    }

    private final Kind kind;
    private final String deviceId;

    /** A failure without a cause. */
    public BackendException(Kind kind, String deviceId, String message) {
        this(kind, deviceId, message, null);
    }

    /**
     * A failure.
     *
     * @param deviceId the device, or the provider's name where no device is concerned
     */
    public BackendException(Kind kind, String deviceId, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
        this.deviceId = deviceId;
    }

    /** What kind of failure. */
    public Kind kind() {
        return kind;
    }

    /** The device that failed. */
    public String deviceId() {
        return deviceId;
    }
}
