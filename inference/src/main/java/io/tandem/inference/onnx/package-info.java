/** Turns ONNX models into graphs. */
@NullMarked
package io.tandem.inference.onnx;

import org.jspecify.annotations.NullMarked;
