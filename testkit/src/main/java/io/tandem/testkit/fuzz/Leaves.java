package io.tandem.testkit.fuzz;

import io.tandem.graph.Tensor;
import java.util.List;

/**
 * The operands of a node, made.
 *
 * @param hostile whether an index among them is out of range
 */
record Leaves(List<Tensor> tensors, boolean hostile) {}
