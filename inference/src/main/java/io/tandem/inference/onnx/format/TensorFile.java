package io.tandem.inference.onnx.format;

import io.tandem.inference.ModelException;
import io.tandem.inference.resource.Reason;
import io.tandem.inference.resource.WholeFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files that hold one {@code TensorProto}, as ONNX's own tests keep their inputs and outputs ({@code .pb}). */
public final class TensorFile {
    private TensorFile() {}

    /**
     * Reads a tensor into memory.
     *
     * @throws ModelException if the file is missing, unreadable, damaged or no tensor
     */
    public static OnnxTensor read(Path file) {
        try {
            MemorySegment bytes = MemorySegment.ofArray(WholeFile.read(file));
            Path folder = file.toAbsolutePath().getParent();
            ExternalData beside = new ExternalData(folder == null ? Path.of("") : folder, Arena.ofAuto());
            return TensorReader.read(new WireReader(bytes), beside);
        } catch (IOException e) {
            throw new ModelException("cannot read tensor " + file + ": " + Reason.of(e), e);
        } catch (WireException e) {
            throw new ModelException(
                    "cannot read tensor " + file + ": " + e.getMessage() + ". The file is damaged or no tensor.", e);
        }
    }

    /**
     * Writes a tensor of numbers.
     *
     * @throws IOException if the file cannot be written
     */
    public static void write(Path file, OnnxTensor tensor) throws IOException {
        WireWriter out = new WireWriter();
        tensor.dimensions().forEach(extent -> out.integer(1, extent));
        out.integer(2, tensor.type().code()).text(8, tensor.name());
        Files.write(
                file, out.bytes(9, tensor.data().toArray(ValueLayout.JAVA_BYTE)).toBytes());
    }
}
