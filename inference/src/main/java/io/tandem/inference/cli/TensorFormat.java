package io.tandem.inference.cli;

import io.tandem.inference.onnx.format.NpyFile;
import io.tandem.inference.onnx.format.OnnxTensor;
import io.tandem.inference.onnx.format.OnnxType;
import io.tandem.inference.onnx.format.TensorFile;
import io.tandem.inference.onnx.host.HostTensor;
import io.tandem.inference.resource.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Files of one tensor. */
enum TensorFormat {
    /** NumPy's. */
    NPY,
    /** ONNX's own. */
    PB;

    private String extension() {
        return "." + name().toLowerCase(Locale.ROOT);
    }

    /** The format that a file's name tells. */
    static Optional<TensorFormat> of(Path file) {
        String name = file.toString().toLowerCase(Locale.ROOT);
        for (TensorFormat format : values()) {
            if (name.endsWith(format.extension())) {
                return Optional.of(format);
            }
        }
        return Optional.empty();
    }

    OnnxTensor read(Path file) {
        return switch (this) {
            case NPY -> NpyFile.read(file);
            case PB -> TensorFile.read(file);
        };
    }

    /**
     * Writes tensors to files of their names, but for characters that file names should not have.
     *
     * @return the files
     * @throws IOException if one cannot be written
     */
    List<Path> write(Path folder, List<OnnxTensor> tensors) throws IOException {
        List<Path> files = new ArrayList<>();
        Set<String> taken = new HashSet<>();
        try {
            Files.createDirectories(folder);
            for (OnnxTensor tensor : tensors) {
                String name = tensor.name().replaceAll("[^A-Za-z0-9_-]", "_");
                String free = name;
                for (int i = 2; !taken.add(free.toLowerCase(Locale.ROOT)); i++) {
                    free = name + "_" + i;
                }
                Path file = folder.resolve(free + extension());
                write(file, tensor);
                files.add(file);
            }
        } catch (IOException e) {
            throw new IOException("cannot write to " + folder + ": " + Reason.ofWriting(e), e);
        }
        return files;
    }

    private void write(Path file, OnnxTensor tensor) throws IOException {
        if (this == PB) {
            TensorFile.write(file, tensor);
        } else { // NumPy has no bfloat16
            boolean widens = tensor.type() == OnnxType.BFLOAT16;
            NpyFile.write(file, widens ? HostTensor.converted(tensor, OnnxType.FLOAT) : tensor);
        }
    }
}
