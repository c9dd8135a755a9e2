/** A complete backend over plain double-precision kernels: what others are compared with, and the one to start from. */
@NullMarked
package io.tandem.testkit.reference;

import org.jspecify.annotations.NullMarked;
