/**
 * Turns ONNX nodes into operations of a graph. {@link io.tandem.inference.onnx.convert.Converters} lists what is
 * supported: one converter an operator, one file a family.
 *
 * <p>A value of ONNX's dimensions [a, b, c] (outermost first) is a tensor of shape [c, b, a] here, missing dimensions
 * being 1; what goes beyond four dimensions is merged into the outermost one.
 */
@NullMarked
package io.tandem.inference.onnx.convert;

import org.jspecify.annotations.NullMarked;
