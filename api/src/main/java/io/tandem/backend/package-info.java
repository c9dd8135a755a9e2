/** The SPI: what a backend implements and what the scheduler calls. */
@NullMarked
package io.tandem.backend;

import org.jspecify.annotations.NullMarked;
