/** The planner: small passes from a graph to a plan. */
@NullMarked
package io.tandem.scheduler.planning;

import org.jspecify.annotations.NullMarked;
