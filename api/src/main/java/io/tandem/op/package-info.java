/** The operations: one record each, in one sealed interface per family. Names and semantics are ggml's. */
@NullMarked
package io.tandem.op;

import org.jspecify.annotations.NullMarked;
