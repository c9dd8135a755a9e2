package io.tandem.inference.resource;

import io.tandem.inference.ModelException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Brings a large class path resource into memory without the heap. Inflating one of 90 MB from its jar takes 0.7 s,
 * so it is unpacked once into a cache folder and mapped from there.
 *
 * <p>The copy is checked on every use against size and CRC-32 of the jar's own entry (25 ms for 90 MB) and made
 * anew when it differs, so a damaged copy never gets through and a new version of the jar needs no clean-up. It is
 * written under a name of its own and moved into place at once: processes that start together are safe. Where no
 * copy can be kept, the resource is inflated into memory, with a warning.
 */
public final class MappedResource {
    private static final System.Logger LOGGER = System.getLogger(MappedResource.class.getName());

    private static final int CHUNK = 1 << 20;

    private final URL resource;
    private final Path folder;

    private MappedResource(URL resource, Path folder) {
        this.resource = resource;
        this.folder = folder;
    }

    /**
     * The content of a resource, for as long as the arena lives.
     *
     * @param resource where the class loader found it
     * @param folder where to keep the unpacked copy; created when needed
     * @param arena owns the memory or the mapping
     * @throws ModelException if the resource cannot be read or its jar is damaged
     */
    public static MemorySegment map(URL resource, Path folder, Arena arena) {
        MappedResource mapped = new MappedResource(resource, folder);
        try {
            Optional<Path> file = fileOf(resource);
            if (file.isPresent()) {
                return mapFile(file.get(), arena);
            }
            Optional<Path> jar = jarOf(resource);
            return jar.isPresent() ? mapped.fromJar(jar.get(), arena) : mapped.inflate(arena);
        } catch (IOException | URISyntaxException e) {
            throw new ModelException("cannot read " + resource + ": " + e.getMessage(), e);
        }
    }

    /**
     * The content of a resource as a file that other programs may open: the resource itself, or a checked copy.
     *
     * @param resource where the class loader found it
     * @param folder where to keep the copy, in a folder for each version of the resource; created when needed
     * @return nothing where the resource is in no file of this computer
     * @throws IOException if no copy can be kept
     * @throws ModelException if the resource's jar is damaged
     */
    public static Optional<Path> file(URL resource, Path folder) throws IOException {
        MappedResource mapped = new MappedResource(resource, folder);
        try {
            Optional<Path> file = fileOf(resource);
            Optional<Path> jar = file.isPresent() ? Optional.empty() : jarOf(resource);
            return jar.isPresent() ? Optional.of(mapped.copyFromJar(jar.get())) : file;
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
    }

    private Path copyFromJar(Path jar) throws IOException, URISyntaxException {
        try (ZipFile zip = new ZipFile(jar.toFile());
                Arena arena = Arena.ofConfined()) {
            ZipEntry entry = entry(zip);
            Path copy = folder.resolve("%08x".formatted(entry.getCrc())).resolve(fileName(entry));
            if (cached(copy, entry, arena).isEmpty()) {
                requireIntact(unpack(zip, entry, copy, arena), zip, entry);
            }
            return copy;
        }
    }

    private static Optional<Path> fileOf(URL url) throws URISyntaxException {
        return url.getProtocol().equals("file") ? Optional.of(Path.of(url.toURI())) : Optional.empty();
    }

    private static Optional<Path> jarOf(URL url) throws IOException, URISyntaxException {
        return url.openConnection() instanceof JarURLConnection jar ? fileOf(jar.getJarFileURL()) : Optional.empty();
    }

    private MemorySegment fromJar(Path jar, Arena arena) throws IOException, URISyntaxException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            ZipEntry entry = entry(zip);
            Path copy = folder.resolve(copyName(entry));
            return cached(copy, entry, arena).orElseGet(() -> unpacked(zip, entry, copy, arena));
        }
    }

    private ZipEntry entry(ZipFile zip) throws IOException, URISyntaxException {
        String path = resource.toURI().getSchemeSpecificPart();
        String name = path.substring(path.indexOf("!/") + 2);
        ZipEntry entry = zip.getEntry(name);
        if (entry == null) {
            throw new IOException("the jar has no entry " + name);
        }
        return entry;
    }

    private static String fileName(ZipEntry entry) {
        return entry.getName().substring(entry.getName().lastIndexOf('/') + 1);
    }

    /** Base name, CRC and extension: {@code all-minilm-l6-v2-1a2b3c4d.onnx}. */
    private static String copyName(ZipEntry entry) {
        String name = fileName(entry);
        int dot = name.lastIndexOf('.') < 0 ? name.length() : name.lastIndexOf('.');
        return "%s-%08x%s".formatted(name.substring(0, dot), entry.getCrc(), name.substring(dot));
    }

    private Optional<MemorySegment> cached(Path copy, ZipEntry entry, Arena arena) {
        if (!Files.isRegularFile(copy)) {
            return Optional.empty();
        }
        try {
            MemorySegment content = mapFile(copy, arena);
            if (isIntact(content, entry)) {
                return Optional.of(content);
            }
            LOGGER.log(Level.WARNING, "the cached copy {0} is damaged; it is unpacked again", copy);
        } catch (IOException e) {
            LOGGER.log(
                    Level.WARNING,
                    "the cached copy {0} cannot be read ({1}); it is unpacked again",
                    copy,
                    Reason.of(e));
        }
        return Optional.empty();
    }

    private MemorySegment unpacked(ZipFile zip, ZipEntry entry, Path copy, Arena arena) {
        MemorySegment content;
        try {
            content = unpack(zip, entry, copy, arena);
        } catch (IOException e) {
            LOGGER.log(
                    Level.WARNING,
                    "cannot keep {0} in the cache ({1}); it is unpacked into memory on each start. Set the environment"
                            + " variable {2} to a folder that can be written.",
                    copy,
                    Reason.ofWriting(e),
                    CacheFolder.VARIABLE);
            content = inflate(arena, zip, entry);
        }
        requireIntact(content, zip, entry);
        return content;
    }

    private void requireIntact(MemorySegment content, ZipFile zip, ZipEntry entry) {
        if (!isIntact(content, entry)) {
            throw new ModelException("cannot read " + resource + ": the jar is damaged. Delete " + zip.getName()
                    + " and fetch it again.");
        }
    }

    private static MemorySegment unpack(ZipFile zip, ZipEntry entry, Path copy, Arena arena) throws IOException {
        CacheFile.write(copy, part -> {
            CacheFile.deleteAbandoned(Objects.requireNonNull(copy.getParent()));
            try (InputStream in = zip.getInputStream(entry)) {
                Files.copy(in, part, StandardCopyOption.REPLACE_EXISTING);
            }
        });
        return mapFile(copy, arena);
    }

    private MemorySegment inflate(Arena arena, ZipFile zip, ZipEntry entry) {
        try (InputStream in = zip.getInputStream(entry)) {
            return copy(in, arena.allocate(entry.getSize()));
        } catch (IOException e) {
            throw new ModelException("cannot read " + resource + ": " + e.getMessage(), e);
        }
    }

    /** For class loaders with URLs of their own: the size is not known beforehand. */
    private MemorySegment inflate(Arena arena) throws IOException {
        long size;
        try (InputStream in = resource.openStream()) {
            size = in.transferTo(java.io.OutputStream.nullOutputStream());
        }
        try (InputStream in = resource.openStream()) {
            return copy(in, arena.allocate(size));
        }
    }

    private static MemorySegment copy(InputStream in, MemorySegment target) throws IOException {
        byte[] chunk = new byte[CHUNK];
        long position = 0;
        for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
            if (read > target.byteSize() - position) {
                throw new IOException("more bytes than announced");
            }
            MemorySegment.copy(MemorySegment.ofArray(chunk), 0, target, position, read);
            position += read;
        }
        return target.asSlice(0, position);
    }

    private static MemorySegment mapFile(Path file, Arena arena) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
        }
    }

    private static boolean isIntact(MemorySegment content, ZipEntry entry) {
        if (content.byteSize() != entry.getSize()) {
            return false;
        }
        CRC32 crc = new CRC32();
        for (long at = 0; at < content.byteSize(); at += CHUNK) {
            crc.update(content.asSlice(at, Math.min(CHUNK, content.byteSize() - at))
                    .asByteBuffer());
        }
        return crc.getValue() == entry.getCrc();
    }
}
