package io.tandem.inference.cli;

import com.google.gson.FormattingStyle;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/** Prints JSON values, one a line. */
final class Json {
    private Json() {}

    /** Prints one value and a line break. */
    static void line(PrintWriter out, Body body) {
        StringWriter text = new StringWriter();
        try (JsonWriter json = new JsonWriter(text)) {
            json.setFormattingStyle(FormattingStyle.COMPACT);
            json.setSerializeNulls(true);
            json.setHtmlSafe(false);
            body.write(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        out.println(text);
    }

    /** Writes one value. */
    @FunctionalInterface
    interface Body {
        void write(JsonWriter json) throws IOException;
    }
}
