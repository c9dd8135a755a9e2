package io.tandem.inference.cli;

import io.tandem.inference.onnx.OnnxBuilder;
import io.tandem.inference.onnx.format.OnnxTensor;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes tests in the form of the ONNX project's. */
record TestFolder(Path path) {
    static TestFolder create(Path parent, String name, OnnxBuilder model) throws IOException {
        Path folder = Files.createDirectories(parent.resolve(name));
        Files.createDirectories(folder.resolve("test_data_set_0"));
        Files.write(folder.resolve("model.onnx"), model.build());
        return new TestFolder(folder);
    }

    TestFolder with(String file, OnnxTensor tensor) throws IOException {
        Files.write(path.resolve("test_data_set_0").resolve(file + ".pb"), content(tensor));
        return this;
    }

    static byte[] content(OnnxTensor tensor) {
        return OnnxBuilder.tensor(
                tensor.name(),
                tensor.dimensions(),
                tensor.type(),
                out -> out.writeByteArray(9, tensor.data().toArray(ValueLayout.JAVA_BYTE)));
    }
}
