/** Which weights are on which device, and how they get there. */
@NullMarked
package io.tandem.scheduler.weights;

import org.jspecify.annotations.NullMarked;
