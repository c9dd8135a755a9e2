package io.tandem.scheduler;

import io.tandem.graph.State;

/** A run needs a state whose contents cannot be relied on. Reset or restore the state, then run again. */
public final class StateException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    private final transient State state;
    private final StateStatus status;

    /** A state that is not {@link StateStatus#VALID}. */
    public StateException(State state, StateStatus status, String reason) {
        super("State " + state.name() + " is " + status + ": " + reason + ". Reset or restore it");
        this.state = state;
        this.status = status;
    }

    /** The state. */
    public State state() {
        return state;
    }

    /** What is wrong with it. */
    public StateStatus status() {
        return status;
    }
}
