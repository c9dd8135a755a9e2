/** What each lane of a device carries out: segments and transfers, and what they wait for. */
@NullMarked
package io.tandem.scheduler.planning.lane;

import org.jspecify.annotations.NullMarked;
