/** Opened devices as the scheduler keeps them. */
@NullMarked
package io.tandem.scheduler.device;

import org.jspecify.annotations.NullMarked;
