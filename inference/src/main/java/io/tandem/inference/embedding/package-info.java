/** Texts to vectors: batches of one shape each, and the pooling of what the model says about their tokens. */
@NullMarked
package io.tandem.inference.embedding;

import org.jspecify.annotations.NullMarked;
