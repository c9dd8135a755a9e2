/** Compiled plans and the lanes that carry them out. */
@NullMarked
package io.tandem.scheduler.execution;

import org.jspecify.annotations.NullMarked;
