package io.tandem.backend.opencl;

import io.tandem.backend.BackendException;
import io.tandem.backend.BackendException.Kind;
import io.tandem.backend.Program;
import io.tandem.backend.Support;
import io.tandem.graph.Node;

/** Which kernel runs which operation on which types. */
final class KernelTable {
    private KernelTable() {}

    static Support supports(Node node) {
        return new Support.No("no kernel for " + node.op().name());
    }

    /**
     * Refuses a program with a node that no kernel runs.
     *
     * @throws BackendException of kind UNSUPPORTED
     */
    static void requireAll(Program program, String deviceId) {
        for (Program.Step step : program.steps()) {
            if (supports(step.node()) instanceof Support.No no) {
                throw new BackendException(
                        Kind.UNSUPPORTED, deviceId, step.node() + " cannot run on " + deviceId + ": " + no.reason());
            }
        }
    }
}
