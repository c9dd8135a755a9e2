/** Immutable graphs of tensors and operations, with weights and states. */
@NullMarked
package io.tandem.graph;

import org.jspecify.annotations.NullMarked;
