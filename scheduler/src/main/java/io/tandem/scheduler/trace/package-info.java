/** What happened when: recorded intervals of runs. */
@NullMarked
package io.tandem.scheduler.trace;

import org.jspecify.annotations.NullMarked;
