/** Benchmarks beside their peers. */
@NullMarked
package io.tandem.benchmarks;

import org.jspecify.annotations.NullMarked;
