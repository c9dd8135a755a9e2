package io.tandem.inference.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.inference.ModelException;
import io.tandem.inference.onnx.ImportRequest;
import io.tandem.inference.onnx.OnnxModel;
import io.tandem.inference.onnx.SampleModels;
import io.tandem.inference.onnx.format.NpyFile;
import io.tandem.inference.onnx.format.OnnxValue;
import io.tandem.inference.onnx.format.TensorFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Damaged models and tensors are read or refused, with a typed error: nothing hangs, nothing else is thrown and no memory is
 * taken that a file does not justify.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OnnxFuzzTest {
    private static final long SLOW_MILLIS = 10_000;

    @TempDir
    Path folder;

    @Test
    void modelsAreImportedOrRefused() {
        List<byte[]> models = SampleModels.all();
        Mutation mutation = new Mutation(20260301);
        int imported = 0;
        for (int round = 0; round < Mutation.ROUNDS; round++) {
            byte[] mutant = mutation.of(models.get(round % models.size()), models.get(round * 7 % models.size()));
            long start = System.nanoTime();
            imported += imports(mutant) ? 1 : 0;
            assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start))
                    .as("milliseconds for mutant %s", round)
                    .isLessThan(SLOW_MILLIS);
        }
        assertThat(imported)
                .as("mutants that are still models")
                .isBetween(Mutation.ROUNDS / 50, Mutation.ROUNDS * 4 / 5);
    }

    private static boolean imports(byte[] content) {
        try (OnnxModel model = OnnxModel.of("mutant", content)) {
            ImportRequest request = ImportRequest.create();
            for (OnnxValue input : model.inputs()) {
                request = request.withShape(input.name(), shape(input));
            }
            model.graph(request);
            model.graph(request.withoutFusions());
            return true;
        } catch (ModelException e) {
            assertThat(e.getMessage()).contains("mutant");
            return false;
        } catch (IllegalArgumentException e) { // a name or a dimension that the file gives twice
            assertThat(e.getMessage()).startsWith("Input '");
            return false;
        }
    }

    private static List<Long> shape(OnnxValue input) {
        List<Long> shape = new ArrayList<>();
        for (OnnxValue.Dimension dimension : input.dimensions().orElse(List.of())) {
            shape.add(
                    switch (dimension) {
                        case OnnxValue.Fixed fixed -> fixed.size();
                        case OnnxValue.Named _ -> 2L;
                    });
        }
        return shape;
    }

    @Test
    void theHeaderOfTheRealModelIsReadOrRefused() throws IOException {
        byte[] header;
        try (var in = OnnxFuzzTest.class.getResourceAsStream("/all-minilm-l6-v2.onnx")) {
            header = java.util.Objects.requireNonNull(in).readNBytes(1 << 16);
        }
        Mutation mutation = new Mutation(20260302);
        for (int round = 0; round < Mutation.ROUNDS; round++) {
            assertThat(imports(mutation.of(header, header))).isFalse(); // it is cut off
        }
    }

    @Test
    void tensorsAreReadOrRefused() throws IOException {
        List<byte[]> tensors = new ArrayList<>();
        for (boolean npy : new boolean[] {true, false}) {
            Path file = folder.resolve("good");
            if (npy) {
                NpyFile.write(file, SampleModels.tensor());
            } else {
                TensorFile.write(file, SampleModels.tensor());
            }
            tensors.add(Files.readAllBytes(file));
        }
        Mutation mutation = new Mutation(20260303);
        int read = 0;
        for (int round = 0; round < Mutation.ROUNDS; round++) {
            byte[] mutant = mutation.of(tensors.get(round % 2), tensors.get(round / 2 % 2));
            Path file = Files.write(folder.resolve("mutant"), mutant);
            try {
                long elements = (round % 2 == 0 ? NpyFile.read(file) : TensorFile.read(file)).elements();
                assertThat(elements).isLessThanOrEqualTo(mutant.length);
                read++;
            } catch (ModelException e) {
                assertThat(e.getMessage()).startsWith("cannot read tensor " + file);
            }
        }
        assertThat(read).as("of %s", Arrays.asList(Mutation.ROUNDS)).isPositive();
    }
}
