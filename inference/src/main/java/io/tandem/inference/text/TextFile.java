package io.tandem.inference.text;

import io.tandem.inference.resource.Reason;
import io.tandem.inference.resource.WholeFile;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Reads files that should be text and refuses those that are none. */
public final class TextFile {
    private static final int MAX_BYTES = 256 << 20;

    /** Where a NUL byte betrays a binary file, as Git looks for it. */
    private static final int PROBE = 8000;

    private TextFile() {}

    /**
     * The lines of a text file. UTF-8, or UTF-16 with a byte order mark; malformed parts become U+FFFD.
     *
     * @throws IOException if it cannot be read or is no text; the message is one line that names the file
     */
    public static List<String> lines(Path file) throws IOException {
        return decode(file, bytes(file)).lines().toList();
    }

    private static byte[] bytes(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw refusal(file, "it is a folder; name the files in it");
        }
        try {
            return WholeFile.read(file, MAX_BYTES);
        } catch (IOException e) {
            throw refusal(file, Reason.of(e));
        }
    }

    private static String decode(Path file, byte[] bytes) throws IOException {
        if (startsWith(bytes, 0xEF, 0xBB, 0xBF)) {
            return new String(bytes, 3, bytes.length - 3, StandardCharsets.UTF_8);
        }
        if (startsWith(bytes, 0xFF, 0xFE) || startsWith(bytes, 0xFE, 0xFF)) {
            Charset utf16 = StandardCharsets.UTF_16;
            return new String(bytes, utf16);
        }
        for (int i = 0; i < Math.min(PROBE, bytes.length); i++) {
            if (bytes[i] == 0) {
                throw refusal(file, "it is a binary file, not text");
            }
        }
        String text = new String(bytes, StandardCharsets.UTF_8);
        long malformed = text.chars().filter(c -> c == 0xFFFD).count();
        if (malformed > text.length() / 5) {
            throw refusal(file, "it is no UTF-8 text");
        }
        return text;
    }

    private static boolean startsWith(byte[] bytes, int... prefix) {
        if (bytes.length < prefix.length) {
            return false;
        }
        for (int i = 0; i < prefix.length; i++) {
            if ((bytes[i] & 0xFF) != prefix[i]) {
                return false;
            }
        }
        return true;
    }

    private static IOException refusal(Path file, String reason) {
        return new IOException("cannot read " + file + ": " + reason);
    }
}
