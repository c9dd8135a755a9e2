package io.tandem.backend.vulkan.kernel;

import io.tandem.backend.Program;
import io.tandem.graph.Node;
import io.tandem.op.Op;

/** How nodes of one operation run. */
interface Kernel<O extends Op> {
    /** What a node is refused for: null where it can run. */
    @org.jspecify.annotations.Nullable
    String refusal(O op, Node node, Traits traits);

    /** Adds what a step dispatches. */
    void plan(O op, Program.Step step, Dispatches dispatches);
}
