package io.tandem.inference.onnx.format;

import io.tandem.inference.ModelException;
import io.tandem.inference.resource.Reason;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An ONNX model file, mapped into memory and read in place: its tensors are slices of the mapping and live until
 * {@link #close()}. Immutable and safe for use by several threads until then.
 */
public final class OnnxFile implements AutoCloseable {
    private final String name;
    private final Arena arena;
    private final List<Path> externalFiles;
    private final Map<String, Long> operatorSets;
    private final OnnxGraph graph;

    private OnnxFile(String name, ExternalData files, Map<String, Long> operatorSets, OnnxGraph graph) {
        this.name = name;
        this.arena = files.arena();
        this.externalFiles = files.paths();
        this.operatorSets = operatorSets;
        this.graph = graph;
    }

    /**
     * Opens a model file.
     *
     * @throws ModelException if the file is missing, unreadable, damaged or no ONNX model
     */
    @SuppressWarnings("MustBeClosedChecker") // the file owns the arena
    public static OnnxFile open(Path file) {
        Arena arena = Arena.ofShared();
        try (FileChannel channel = ExternalData.channel(file)) {
            MemorySegment bytes = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
            return read(file.toString(), bytes, file.toAbsolutePath().getParent(), arena);
        } catch (IOException e) {
            arena.close();
            throw new ModelException("cannot read model " + file + ": " + Reason.of(e), e);
        } catch (RuntimeException e) {
            arena.close();
            throw e;
        }
    }

    /**
     * Reads a model that is in memory already.
     *
     * @param name what to call it in messages
     * @param bytes the file's content
     * @param arena owns the bytes; closed with the file, or here if the content is refused
     * @throws ModelException if the content is damaged or no ONNX model
     */
    public static OnnxFile of(String name, MemorySegment bytes, Arena arena) {
        try {
            return read(name, bytes, null, arena);
        } catch (RuntimeException e) {
            arena.close();
            throw e;
        }
    }

    private static OnnxFile read(String name, MemorySegment bytes, @Nullable Path folder, Arena arena) {
        if (bytes.byteSize() == 0) {
            throw new ModelException("cannot read model " + name + ": the file is empty");
        }
        try {
            return read(name, new WireReader(bytes), new ExternalData(folder == null ? Path.of("") : folder, arena));
        } catch (WireException e) {
            throw new ModelException(
                    "cannot read model " + name + ": " + e.getMessage() + ". The file is damaged or no ONNX model.", e);
        }
    }

    private static OnnxFile read(String name, WireReader in, ExternalData files) {
        Map<String, Long> operatorSets = new HashMap<>();
        OnnxGraph graph = null;
        for (int field = in.next(); field != 0; field = in.next()) {
            switch (field) {
                case 7 -> graph = GraphReader.read(in.message(), files);
                case 8 -> readOperatorSet(in.message(), operatorSets);
                default -> in.skip();
            }
        }
        if (graph == null || (graph.nodes().isEmpty() && graph.outputs().isEmpty())) {
            throw new WireException("it has no graph");
        }
        if (operatorSets.isEmpty()) {
            operatorSets.put("", 1L); // the first version of the format had no operator sets
        }
        return new OnnxFile(name, files, Map.copyOf(operatorSets), graph);
    }

    private static void readOperatorSet(WireReader in, Map<String, Long> operatorSets) {
        String domain = "";
        long version = 0;
        for (int field = in.next(); field != 0; field = in.next()) {
            switch (field) {
                case 1 -> domain = in.text();
                case 2 -> version = in.integer();
                default -> in.skip();
            }
        }
        operatorSets.put(domain.equals("ai.onnx") ? "" : domain, version);
    }

    /** What messages call this file: its path, or the name it was given. */
    public String name() {
        return name;
    }

    /** The files beside this one that hold some of its tensors. */
    public List<Path> externalFiles() {
        return externalFiles;
    }

    /** The version of each operator set the model is written for, by domain; ONNX's own has the empty domain. */
    public Map<String, Long> operatorSets() {
        return operatorSets;
    }

    /** The model's graph. */
    public OnnxGraph graph() {
        return graph;
    }

    /** Unmaps the file. The data of its tensors must not be used any more. Idempotent. */
    @Override
    public void close() {
        if (arena.scope().isAlive()) {
            arena.close();
        }
    }
}
