package io.tandem.backend.gpu;

import io.tandem.backend.Program;
import io.tandem.graph.Node;
import io.tandem.op.Op;
import org.jspecify.annotations.Nullable;

/** How nodes of one operation run. */
interface Kernel<O extends Op> {
    /** Why a node cannot run; null where it can. */
    @Nullable
    String refusal(O op, Node node, Traits traits);

    /** Adds what a step dispatches. */
    void plan(O op, Program.Step step, Dispatches dispatches);
}
