package io.tandem.scheduler;

/** Whether the contents of a state can be relied on. */
public enum StateStatus {
    /** The contents are those of the last run that wrote it, or zeros before the first. */
    VALID,
    /** A run that writes it failed or was cancelled: the contents are partly old and partly new. */
    INDETERMINATE,
    /** The device that held it is gone, and the contents with it. */
    LOST
}
