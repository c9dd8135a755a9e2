package io.tandem.scheduler.plan;

import java.util.Locale;

/** Writes JSON. Commas are put where they are needed. For one thread. */
final class JsonText {
    private final StringBuilder text = new StringBuilder();

    JsonText begin(char bracket) {
        separate();
        text.append(bracket);
        return this;
    }

    JsonText end(char bracket) {
        text.append(bracket);
        return this;
    }

    /** The name of the next value in an object. */
    JsonText name(String name) {
        separate();
        quote(name);
        text.append(':');
        return this;
    }

    JsonText value(String value) {
        separate();
        quote(value);
        return this;
    }

    JsonText value(long value) {
        separate();
        text.append(value);
        return this;
    }

    private void separate() {
        if (!text.isEmpty() && "[{:,".indexOf(text.charAt(text.length() - 1)) < 0) {
            text.append(',');
        }
    }

    private void quote(String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char character = value.charAt(i);
            if (character == '"' || character == '\\') {
                text.append('\\').append(character);
            } else if (character < ' ') {
                text.append(String.format(Locale.ROOT, "\\u%04x", (int) character));
            } else {
                text.append(character);
            }
        }
        text.append('"');
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
