/**
 * From a node to work that threads can share: the kernel table says how each operation is cut into rows, tiles or chunks
 * and which kernel does one of them.
 */
@NullMarked
package io.tandem.backend.cpu.work;

import org.jspecify.annotations.NullMarked;
