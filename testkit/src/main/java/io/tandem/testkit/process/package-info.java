/** Java virtual machines of their own for what must not happen in the test's: exits, missing libraries, module paths. */
@NullMarked
package io.tandem.testkit.process;

import org.jspecify.annotations.NullMarked;
