/** Random graphs over every operation, to hold planners and backends against. */
@NullMarked
package io.tandem.testkit.fuzz;

import org.jspecify.annotations.NullMarked;
