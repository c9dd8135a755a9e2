/** ONNX graphs in the order in which they run, and the passes that make them simpler before they are imported. */
@NullMarked
package io.tandem.inference.onnx.rewrite;

import org.jspecify.annotations.NullMarked;
