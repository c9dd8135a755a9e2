/** What a plan is made of: records only, made by the planner, read by users and carried out by sessions. */
@NullMarked
package io.tandem.scheduler.plan;

import org.jspecify.annotations.NullMarked;
