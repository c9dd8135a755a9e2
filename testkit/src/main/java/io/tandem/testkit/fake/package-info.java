/** Devices that play any other: with latency, memory limits, failures on demand, and a count of everything. */
@NullMarked
package io.tandem.testkit.fake;

import org.jspecify.annotations.NullMarked;
