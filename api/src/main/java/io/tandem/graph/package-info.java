/** Immutable graphs of tensors, and the weights and states that several graphs share. */
@NullMarked
package io.tandem.graph;

import org.jspecify.annotations.NullMarked;
