package io.tandem.backend.gpu;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * A file in which a driver's built kernels outlive the process. Whoever closes last leaves its file: files are replaced as a
 * whole, so processes may share one. One that is cut, changed or another driver's counts as none.
 *
 * @param file where
 */
public record KernelFile(Path file) {
    private static final Logger LOG = System.getLogger(KernelFile.class.getName());
    private static final int CHECKSUM_BYTES = Long.BYTES;

    /** What was stored; empty where there is nothing or it is damaged. */
    public byte[] read() {
        try {
            if (!Files.exists(file)) {
                return new byte[0];
            }
            ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
            if (bytes.remaining() >= CHECKSUM_BYTES) {
                long checksum = bytes.getLong();
                byte[] data = new byte[bytes.remaining()];
                bytes.get(data);
                if (checksum == checksum(data)) {
                    return data;
                }
            }
            LOG.log(Level.WARNING, "{0} is damaged and not used; kernels are built anew.", file);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "{0} cannot be read, so kernels are built anew: {1}", file, e.toString());
        }
        return new byte[0];
    }

    /** Stores in place of what is there. */
    public void write(byte[] data) {
        Path written = null;
        try {
            Path folder = file.toAbsolutePath().getParent();
            Files.createDirectories(folder);
            written = Files.createTempFile(folder, "tandem", ".tmp");
            ByteBuffer bytes = ByteBuffer.allocate(CHECKSUM_BYTES + data.length)
                    .putLong(checksum(data))
                    .put(data);
            Files.write(written, bytes.array());
            move(written);
        } catch (IOException e) {
            LOG.log(
                    Level.WARNING,
                    "{0} cannot be written, so kernels are built anew each time: {1}",
                    file,
                    e.toString());
            discard(written);
        }
    }

    private void move(Path written) throws IOException {
        try {
            Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(written, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static void discard(@Nullable Path written) {
        if (written != null) {
            try {
                Files.deleteIfExists(written);
            } catch (IOException e) {
                LOG.log(Level.DEBUG, "{0} stays behind: {1}", written, e.toString());
            }
        }
    }

    private static long checksum(byte[] data) {
        CRC32 checksum = new CRC32();
        checksum.update(data);
        return checksum.getValue();
    }
}
