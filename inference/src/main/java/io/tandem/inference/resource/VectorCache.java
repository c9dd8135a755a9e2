package io.tandem.inference.resource;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.ReadOnlyFileSystemException;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the vectors of texts between processes, so that the next question about the same texts need not compute them again. A
 * file of the folder holds the vectors of one list of texts, under the SHA-256 of the texts and of what made the vectors;
 * the texts themselves are not kept.
 *
 * <p>Files are moved into place at once and carry a checksum: processes may share a folder, and a damaged file counts as
 * none. Files that were not used for longest are deleted when the folder grows beyond its limit. A folder that cannot be
 * written costs nothing but the time saved.
 */
public final class VectorCache {
    /** The default limit of a folder, in bytes: some 100,000 vectors of 384 elements. */
    public static final long DEFAULT_LIMIT = 256L << 20;

    private static final System.Logger LOGGER = System.getLogger(VectorCache.class.getName());
    private static final String EXTENSION = ".vectors";

    /** "TDMV", version 1. */
    private static final int MAGIC = 0x54444D56;

    private static final int VERSION = 1;
    private static final int HEADER_BYTES = 4 * Integer.BYTES;

    private final Path folder;
    private final String maker;
    private final long limit;

    /**
     * A cache.
     *
     * @param folder where the files are; created when the first is written
     * @param maker what makes the vectors: two makers with the same name make the same vectors
     * @param limit the most bytes of all files together
     */
    public VectorCache(Path folder, String maker, long limit) {
        this.folder = folder;
        this.maker = maker;
        this.limit = limit;
    }

    /** The vectors of a list of texts, if they were written before. */
    public Optional<List<float[]>> read(List<String> texts) {
        Path file = file(texts);
        try {
            byte[] bytes = Files.readAllBytes(file);
            List<float[]> vectors = decoded(bytes, texts.size());
            if (vectors == null) {
                LOGGER.log(Level.WARNING, "the cached vectors {0} are damaged; they are computed again", file);
                return Optional.empty();
            }
            touch(file);
            return Optional.of(vectors);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            LOGGER.log(Level.DEBUG, "the cached vectors {0} cannot be read: {1}", file, e);
            return Optional.empty();
        }
    }

    /** Tells {@link #trim()} that a file is in use; a folder that others prepared need not allow it. */
    private static void touch(Path file) {
        try {
            Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
        } catch (IOException | ReadOnlyFileSystemException e) {
            LOGGER.log(Level.DEBUG, "the cached vectors {0} cannot be marked as used: {1}", file, e);
        }
    }

    /** Keeps the vectors of a list of texts, all of one length. Call {@link #trim()} when all lists are written. */
    public void write(List<String> texts, List<float[]> vectors) {
        Path file = file(texts);
        try {
            CacheFile.write(file, part -> Files.write(part, encoded(vectors)));
        } catch (IOException | ReadOnlyFileSystemException e) {
            LOGGER.log(Level.DEBUG, "vectors cannot be kept in {0}: {1}", folder, e);
        }
    }

    private Path file(List<String> texts) {
        MessageDigest digest = sha256();
        update(digest, maker);
        texts.forEach(text -> update(digest, text));
        return folder.resolve(HexFormat.of().formatHex(digest.digest()) + EXTENSION);
    }

    /** Length first, so that no two lists look the same. */
    private static void update(MessageDigest digest, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).flip());
        digest.update(bytes);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }

    private static byte[] encoded(List<float[]> vectors) {
        int length = vectors.isEmpty() ? 0 : vectors.getFirst().length;
        ByteBuffer bytes = ByteBuffer.allocate(Math.addExact(
                HEADER_BYTES, Math.multiplyExact(Float.BYTES, Math.multiplyExact(vectors.size(), length))));
        FloatBuffer floats =
                bytes.slice(HEADER_BYTES, bytes.capacity() - HEADER_BYTES).asFloatBuffer();
        vectors.forEach(floats::put);
        bytes.putInt(MAGIC).putInt(VERSION).putInt(vectors.size()).putInt(checksum(bytes));
        return bytes.array();
    }

    private static @Nullable List<float[]> decoded(byte[] content, int count) {
        ByteBuffer bytes = ByteBuffer.wrap(content);
        int body = content.length - HEADER_BYTES;
        if (body < 0
                || bytes.getInt() != MAGIC
                || bytes.getInt() != VERSION
                || bytes.getInt() != count
                || bytes.getInt() != checksum(bytes)
                || (count == 0 ? body != 0 : body % (Float.BYTES * (long) count) != 0)) {
            return null;
        }
        FloatBuffer floats = bytes.asFloatBuffer();
        List<float[]> vectors = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            float[] vector = new float[body / Float.BYTES / count];
            floats.get(vector);
            vectors.add(vector);
        }
        return vectors;
    }

    /** Of everything behind the header. */
    private static int checksum(ByteBuffer bytes) {
        CRC32 crc = new CRC32();
        crc.update(bytes.slice(HEADER_BYTES, bytes.capacity() - HEADER_BYTES));
        return (int) crc.getValue();
    }

    private record Entry(Path file, long bytes, FileTime used) {
        static Entry of(Path file) {
            try {
                return new Entry(file, Files.size(file), Files.getLastModifiedTime(file));
            } catch (IOException e) {
                // another process has just deleted it
                return new Entry(file, 0, FileTime.fromMillis(0));
            }
        }
    }

    /** Deletes what was not used for longest until the rest is within the limit, and what dead processes left behind. */
    public void trim() {
        try {
            CacheFile.deleteAbandoned(folder);
            deleteBeyondLimit();
        } catch (IOException e) {
            LOGGER.log(Level.DEBUG, "{0} cannot be trimmed: {1}", folder, e);
        }
    }

    private void deleteBeyondLimit() throws IOException {
        List<Entry> entries = CacheFile.list(folder, EXTENSION).stream()
                .map(Entry::of)
                .sorted(Comparator.comparing(Entry::used))
                .toList();
        long total = entries.stream().mapToLong(Entry::bytes).sum();
        for (Entry entry : entries) {
            if (total <= limit) {
                return;
            }
            Files.deleteIfExists(entry.file());
            total -= entry.bytes();
        }
    }
}
