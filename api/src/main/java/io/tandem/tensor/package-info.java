/** Data types, their codecs, shapes and memory layouts: what describes a block of numbers, without any graph. */
@NullMarked
package io.tandem.tensor;

import org.jspecify.annotations.NullMarked;
