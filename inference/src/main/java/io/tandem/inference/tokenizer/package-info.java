/** Text to tokens, through Hugging Face's tokenizers. */
@NullMarked
package io.tandem.inference.tokenizer;

import org.jspecify.annotations.NullMarked;
