/** The order in which nodes run. */
@NullMarked
package io.tandem.scheduler.planning.order;

import org.jspecify.annotations.NullMarked;
