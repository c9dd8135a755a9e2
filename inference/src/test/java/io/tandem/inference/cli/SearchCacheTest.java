package io.tandem.inference.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.inference.resource.VectorCache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code search} keeps, and of which model. */
class SearchCacheTest {
    private static final String QUESTION = "where do puffins nest?";
    private static final String PASSAGE = "Puffins nest in burrows.";

    @TempDir
    Path folder;

    private Path text = Path.of("");

    @BeforeEach
    void writeText() throws IOException {
        text = Files.writeString(folder.resolve("text.md"), PASSAGE);
    }

    private Outcome search(Path model, String... more) throws Exception {
        List<Object> arguments = new ArrayList<>(List.of("search", "--devices", "cpu", "--model", model));
        arguments.addAll(List.of(more));
        arguments.addAll(List.of(QUESTION, text));
        return Outcome.inProcess(List.of("-Dtandem.cache=" + folder.resolve("cache")), arguments.toArray());
    }

    private List<Path> cached() throws IOException {
        Path vectors = folder.resolve("cache/vectors");
        if (!Files.exists(vectors)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(vectors)) {
            return files.toList();
        }
    }

    @Test
    void vectorsBelongToTheModelsExternalDataToo() throws Exception {
        TinySentenceModel model = TinySentenceModel.create(folder);
        String first = search(model.file()).succeeded().out();
        assertThat(cached()).hasSize(1);
        assertThat(search(model.file()).succeeded().out()).isEqualTo(first);
        assertThat(cached()).hasSize(1);
        model.writeWords(new Random(2));
        String second = search(model.file()).succeeded().out();
        assertThat(second).isNotEqualTo(first);
        assertThat(search(model.file(), "--no-cache").succeeded().out()).isEqualTo(second);
    }

    @Test
    void vectorsOfAnotherLengthAreComputedAgain() throws Exception {
        TinySentenceModel model = TinySentenceModel.create(folder);
        String first = search(model.file()).succeeded().out();
        Path kept = cached().getFirst();
        Path other = folder.resolve("other");
        new VectorCache(other, "m", 1 << 20).write(List.of(PASSAGE), List.of(new float[] {0.6f, 0.8f, 0}));
        try (Stream<Path> files = Files.list(other)) {
            Files.write(kept, Files.readAllBytes(files.findFirst().orElseThrow()));
        }
        long wrong = Files.size(kept);
        assertThat(search(model.file()).succeeded().out()).isEqualTo(first);
        assertThat(Files.size(kept)).isGreaterThan(wrong);
    }

    @Test
    void vectorsThatAreNoNumbersAreAnErrorAndNotKept() throws Exception {
        TinySentenceModel model = TinySentenceModel.create(folder);
        model.writeNaN();
        search(model.file()).failed(1, "model.onnx gives vectors of NaN");
        search(model.file(), "--json").failed(1, "model.onnx gives vectors of NaN");
        assertThat(cached()).isEmpty();
        Outcome.of("embed", "--devices", "cpu", "--model", model.file(), "--json", "x")
                .failed(1, "gives vectors of NaN");
    }

    @Test
    void aMissingModelIsNamedAsOne() throws Exception {
        Path missing = folder.resolve("missing.onnx");
        search(missing).failed(1, "cannot read model " + missing + ": there is no such file");
        search(missing, "--no-cache").failed(1, "cannot read model " + missing + ": there is no such file");
    }
}
