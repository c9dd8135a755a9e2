/** What authors of backends test with: cases, references, a fake backend and rules. */
@NullMarked
package io.tandem.testkit;

import org.jspecify.annotations.NullMarked;
