package io.tandem.scheduler.planning.assign;

import io.tandem.scheduler.plan.PlacementException;
import java.util.ArrayList;
import java.util.List;

/** Collects what is wrong and what is worth telling. For one thread. */
public final class Findings {
    private final List<String> problems = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    /** Nothing yet. */
    public Findings() {}

    /** Adds something that makes a plan impossible. */
    public void problem(String problem) {
        problems.add(problem);
    }

    /** Adds something that a user should know. */
    public void note(String note) {
        notes.add(note);
    }

    /** What a user should know. */
    public List<String> notes() {
        return notes;
    }

    /**
     * Ends planning if anything is wrong.
     *
     * @throws PlacementException with all problems
     */
    public void throwIfAny() {
        if (!problems.isEmpty()) {
            throw new PlacementException(problems);
        }
    }
}
