/** What every backend must do, as tests that a backend joins with a short class. */
@NullMarked
package io.tandem.testkit.conformance;

import org.jspecify.annotations.NullMarked;
