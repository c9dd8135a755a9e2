/** Arenas, staging and everything else that a session allocates on devices. */
@NullMarked
package io.tandem.scheduler.memory;

import org.jspecify.annotations.NullMarked;
