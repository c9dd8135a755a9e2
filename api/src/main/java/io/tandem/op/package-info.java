/** The operations: sealed records whose components are their parameters, with their shape and type rules. */
@NullMarked
package io.tandem.op;

import org.jspecify.annotations.NullMarked;
