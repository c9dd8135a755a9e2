/** The command line. */
@NullMarked
package io.tandem.inference.cli;

import org.jspecify.annotations.NullMarked;
