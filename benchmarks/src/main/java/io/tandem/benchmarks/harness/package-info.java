/** Measures two sides in turns and reports their figures; knows nothing about what they compute. */
@NullMarked
package io.tandem.benchmarks.harness;

import org.jspecify.annotations.NullMarked;
