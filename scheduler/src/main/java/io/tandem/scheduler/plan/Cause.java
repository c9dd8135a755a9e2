package io.tandem.scheduler.plan;

/** Why a tensor or node is where it is. */
public enum Cause {
    /** A pin says so. */
    PINNED,
    /** It writes or reads a state, whose home is there. */
    STATE_HOME,
    /** Its weights and states there outweigh its activations. */
    WEIGHT_HOME,
    /** It is heavy: the first device in priority order that supports it. */
    HEAVY,
    /** It is light: where it costs the fewest copies and splits. */
    FREE,
    /** A weight that shares or memory put there, or heavy work that follows weights over several devices. */
    SPREAD,
    /** A leaf: where it is first read. */
    FIRST_READER,
    /** A view: where its storage is. */
    VIEW
}
