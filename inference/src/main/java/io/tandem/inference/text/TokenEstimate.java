package io.tandem.inference.text;

/**
 * How many tokens a text will have, without a tokenizer. On the high side for every script, so that a passage cut to
 * a length by this measure is never longer in truth.
 */
final class TokenEstimate {
    private static final int LETTERS_PER_TOKEN = 6;
    private static final int DIGITS_PER_TOKEN = 2;

    /** Word pieces take Hangul syllables apart into up to three letters. */
    private static final int TOKENS_PER_SYLLABLE = 3;

    private TokenEstimate() {}

    static int of(CharSequence text) {
        int tokens = 0;
        int run = 0;
        int perToken = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            int kind = charactersPerToken(c);
            if (kind != perToken) {
                tokens += runTokens(run, perToken);
                run = 0;
                perToken = kind;
            }
            run++;
            tokens += kind != 0 ? 0 : Character.isWhitespace(c) ? 0 : single(c);
        }
        return tokens + runTokens(run, perToken);
    }

    /** How many characters of a run make a token; 0 for characters that stand alone. */
    private static int charactersPerToken(char c) {
        if (c < 0x80 && Character.isLetter(c)) {
            return LETTERS_PER_TOKEN;
        }
        return c < 0x80 && Character.isDigit(c) ? DIGITS_PER_TOKEN : 0;
    }

    private static int runTokens(int length, int perToken) {
        return perToken == 0 ? 0 : Math.ceilDiv(length, perToken);
    }

    private static int single(char c) {
        return c >= 0xAC00 && c <= 0xD7A3 ? TOKENS_PER_SYLLABLE : 1;
    }
}
