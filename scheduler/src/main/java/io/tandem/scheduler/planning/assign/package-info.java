/** Decides which node runs on which device. */
@NullMarked
package io.tandem.scheduler.planning.assign;

import org.jspecify.annotations.NullMarked;
