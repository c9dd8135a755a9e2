/** What Tandem is compared with, each behind a class that knows nothing of Tandem. */
@NullMarked
package io.tandem.benchmarks.peer;

import org.jspecify.annotations.NullMarked;
