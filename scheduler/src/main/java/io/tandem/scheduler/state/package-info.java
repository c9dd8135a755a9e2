/** The contents of states in a session. */
@NullMarked
package io.tandem.scheduler.state;

import org.jspecify.annotations.NullMarked;
