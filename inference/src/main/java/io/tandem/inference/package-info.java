/** Turns model files into graphs, and text into tokens and vectors. */
@NullMarked
package io.tandem.inference;

import org.jspecify.annotations.NullMarked;
