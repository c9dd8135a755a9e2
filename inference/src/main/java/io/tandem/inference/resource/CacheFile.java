package io.tandem.inference.resource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * Writes files of a cache folder that processes share: each under a name of its own, then moved into place at once, so that
 * nobody ever sees half of one.
 */
final class CacheFile {
    private static final String PART = ".part";

    /** Half-written files older than this belong to a process that died. */
    private static final Duration ABANDONED = Duration.ofHours(1);

    private CacheFile() {}

    /** Writes a file's content. */
    @FunctionalInterface
    interface Content {
        void writeTo(Path file) throws IOException;
    }

    /** Puts a file into place, with its folder where that is missing. */
    static void write(Path file, Content content) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        Files.createDirectories(folder);
        Path part = Files.createTempFile(folder, "", PART);
        part.toFile().deleteOnExit(); // a signal leaves no time for more
        try {
            content.writeTo(part);
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /** Deletes what processes that died left half-written in a folder. */
    static void deleteAbandoned(Path folder) throws IOException {
        FileTime limit = FileTime.from(Instant.now().minus(ABANDONED));
        for (Path part : list(folder, PART)) {
            try {
                if (Files.getLastModifiedTime(part).compareTo(limit) < 0) {
                    Files.delete(part);
                }
            } catch (NoSuchFileException _) {
                // another process was faster
            }
        }
    }

    /** The files of a folder with an extension. */
    static List<Path> list(Path folder, String extension) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(extension)).toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
