package io.tandem.inference.onnx.format;

import io.tandem.inference.resource.Reason;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The files beside a model that hold its large tensors, each mapped once.
 *
 * @param folder the model's folder, which no location may leave
 * @param arena owns the mappings
 * @param mapped the files mapped so far by their location
 */
record ExternalData(Path folder, Arena arena, Map<String, MemorySegment> mapped) {
    ExternalData(Path folder, Arena arena) {
        this(folder, arena, new HashMap<>());
    }

    /** The bytes from an offset of the file at a location; a negative length means up to the file's end. */
    MemorySegment slice(String location, long offset, long length) {
        MemorySegment file = mapped.computeIfAbsent(location, this::map);
        long available = file.byteSize() - offset;
        if (offset < 0 || available < 0 || length > available) {
            throw new WireException("external data file '" + location + "' has " + file.byteSize()
                    + " bytes, too few for " + length + " from " + offset);
        }
        return file.asSlice(offset, length < 0 ? available : length);
    }

    /** Where the files are that were mapped so far. */
    List<Path> paths() {
        return mapped.keySet().stream().sorted().map(this::resolve).toList();
    }

    private MemorySegment map(String location) {
        Path file = resolve(location);
        try (FileChannel channel = channel(file)) {
            return channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
        } catch (IOException e) {
            throw new WireException("external data file '" + location + "' cannot be read: " + Reason.of(e));
        }
    }

    /** Opens a file to be mapped; a pipe would wait for somebody to write. */
    static FileChannel channel(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw new IOException("it is a folder");
        }
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new IOException("it is no ordinary file, and only those can be mapped into memory");
        }
        return FileChannel.open(file);
    }

    private Path resolve(String location) {
        try {
            Path file = folder.resolve(location).normalize();
            if (!location.isEmpty() && file.startsWith(folder.normalize())) {
                return file;
            }
        } catch (InvalidPathException _) {
            // falls through to the refusal
        }
        throw new WireException("external data file '" + location + "' is not inside the model's folder");
    }
}
