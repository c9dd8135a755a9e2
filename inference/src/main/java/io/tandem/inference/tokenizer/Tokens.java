package io.tandem.inference.tokenizer;

/**
 * A text as its model reads it.
 *
 * @param ids numbers of the tokens, special ones at both ends included; not to be changed
 * @param isTruncated whether the text had more tokens than the model reads, so that its end is missing
 */
@SuppressWarnings("ArrayRecordComponent") // thousands of these are made; nobody compares them
public record Tokens(int[] ids, boolean isTruncated) {
    /** How many tokens there are. */
    public int count() {
        return ids.length;
    }
}
