/** Rules on what may depend on what, to be checked in tests. */
@NullMarked
package io.tandem.testkit.architecture;

import org.jspecify.annotations.NullMarked;
