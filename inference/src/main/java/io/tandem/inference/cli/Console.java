package io.tandem.inference.cli;

import java.io.PrintWriter;

/**
 * Where a command writes.
 *
 * @param out results
 * @param err everything else
 * @param isTerminal whether a person watches, who wants to see progress
 */
record Console(PrintWriter out, PrintWriter err, boolean isTerminal) {
    /** Tells the user something that is no result. */
    void note(String text) {
        err.println("tandem: " + text);
        err.flush();
    }
}
