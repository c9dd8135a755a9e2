/** Where everything lies in memory. */
@NullMarked
package io.tandem.scheduler.planning.memory;

import org.jspecify.annotations.NullMarked;
