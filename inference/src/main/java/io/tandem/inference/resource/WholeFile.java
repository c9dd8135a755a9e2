package io.tandem.inference.resource;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads files, pipes and devices of limited size into memory. */
public final class WholeFile {
    /** The longest array. */
    private static final int MAX_BYTES = Integer.MAX_VALUE - 8;

    private WholeFile() {}

    /**
     * All bytes of a file that fits into memory.
     *
     * @throws IOException if it is a folder, cannot be read or has more bytes than an array
     */
    public static byte[] read(Path file) throws IOException {
        return read(file, MAX_BYTES);
    }

    /**
     * All bytes of a file.
     *
     * @param limit the most bytes to read
     * @throws IOException if it is a folder, cannot be read or has more bytes
     */
    public static byte[] read(Path file, int limit) throws IOException {
        if (Files.isDirectory(file)) {
            throw new IOException("it is a folder");
        }
        if (Files.size(file) > limit) {
            throw new IOException("it has " + Files.size(file) + " bytes; " + limit + " are the limit");
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] content = in.readNBytes(limit);
            if (in.read() >= 0) { // a pipe or a device tells no size
                throw new IOException("it has more than " + limit + " bytes");
            }
            return content;
        }
    }
}
