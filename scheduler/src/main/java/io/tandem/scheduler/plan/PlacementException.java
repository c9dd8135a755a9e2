package io.tandem.scheduler.plan;

import java.util.List;

/** A graph cannot be planned as asked: a pin that cannot be honoured, an operation that nobody supports, too little memory. */
public final class PlacementException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<String> problems;

    /**
     * All problems that were found.
     *
     * @param problems one line each, naming tensors, operations, devices and reasons
     */
    public PlacementException(List<String> problems) {
        super(String.join("\n", problems));
        this.problems = List.copyOf(problems);
    }

    /** The problems, one line each. */
    public List<String> problems() {
        return problems == null ? List.of() : problems;
    }
}
