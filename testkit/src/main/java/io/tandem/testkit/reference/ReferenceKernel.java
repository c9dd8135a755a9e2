package io.tandem.testkit.reference;

import io.tandem.op.Op;
import java.util.List;

/**
 * Computes one operation in double precision, in the plainest way. For an operation that writes a state, operand 0 is
 * where it writes and {@code output} is not touched.
 */
@FunctionalInterface
interface ReferenceKernel<O extends Op> {
    void run(O op, List<Elements> inputs, Elements output);
}
