/**
 * What the importer computes itself while it builds a graph: shapes, and small constants such as the integers that
 * shapes are made of. Extents here are in ONNX's and NumPy's order, outermost first.
 */
@NullMarked
package io.tandem.inference.onnx.host;

import org.jspecify.annotations.NullMarked;
