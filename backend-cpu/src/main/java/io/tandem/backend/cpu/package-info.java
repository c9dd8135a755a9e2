/** The CPU backend: supports every operation and type, so it is always the fallback. */
@NullMarked
package io.tandem.backend.cpu;

import org.jspecify.annotations.NullMarked;
