/** Finds providers and devices and chooses among them. */
@NullMarked
package io.tandem.scheduler.discovery;

import org.jspecify.annotations.NullMarked;
