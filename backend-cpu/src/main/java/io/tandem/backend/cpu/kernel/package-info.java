/**
 * Loops over raw memory: each kernel does one row, tile or panel at given addresses, and each has a vector and a scalar
 * form.
 *
 * <p>Kernels check nothing: whoever calls one has checked that every address and count lies inside its buffer. Elements
 * are aligned to their size.
 */
@NullMarked
package io.tandem.backend.cpu.kernel;

import org.jspecify.annotations.NullMarked;
