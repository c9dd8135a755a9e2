/** What all passes of the planner work on: the part of a graph that runs, as arrays, and where it runs. */
@NullMarked
package io.tandem.scheduler.planning.work;

import org.jspecify.annotations.NullMarked;
