/** Data types, shapes, strides and the codecs between stored elements and floats. */
@NullMarked
package io.tandem.tensor;

import org.jspecify.annotations.NullMarked;
