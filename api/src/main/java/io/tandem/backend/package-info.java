/** The contract between the scheduler and a backend. */
@NullMarked
package io.tandem.backend;

import org.jspecify.annotations.NullMarked;
