/** Text files to passages that a model can read in one go. */
@NullMarked
package io.tandem.inference.text;

import org.jspecify.annotations.NullMarked;
