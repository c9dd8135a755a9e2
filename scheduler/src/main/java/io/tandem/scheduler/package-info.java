/** Discovers devices, plans graphs over them and runs the plans. */
@NullMarked
package io.tandem.scheduler;

import org.jspecify.annotations.NullMarked;
