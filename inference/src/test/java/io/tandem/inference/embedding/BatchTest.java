package io.tandem.inference.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BatchTest {
    @Test
    void nothingNeedsNoBatch() {
        assertThat(Batch.of(List.of(), 512)).isEmpty();
    }

    @Test
    void oneTextIsABatchOfOne() {
        assertThat(Batch.of(List.of(7), 512)).containsExactly(new Batch(List.of(0), new Batch.Shape(1, 8)));
        assertThat(Batch.of(List.of(1), 512)).containsExactly(new Batch(List.of(0), new Batch.Shape(1, 2)));
        assertThat(Batch.of(List.of(512), 512)).containsExactly(new Batch(List.of(0), new Batch.Shape(1, 512)));
    }

    @Test
    void rowsArePaddedToAPowerOfTwoWhereLittleIsLost() {
        assertThat(Batch.of(Collections.nCopies(28, 60), 512))
                .extracting(Batch::shape)
                .containsExactly(new Batch.Shape(32, 64));
        assertThat(Batch.of(Collections.nCopies(20, 60), 512))
                .extracting(Batch::shape)
                .containsExactly(new Batch.Shape(16, 64), new Batch.Shape(4, 64));
    }

    @Test
    void longAndShortTextsAreApart() {
        List<Integer> counts = List.of(9, 120, 118, 12, 121, 119, 10, 11);
        assertThat(Batch.of(counts, 512))
                .containsExactly(
                        new Batch(List.of(4, 1, 5, 2), new Batch.Shape(4, 128)),
                        new Batch(List.of(3, 7, 6, 0), new Batch.Shape(4, 16)));
    }

    @Test
    void everyTextIsInOneBatchThatFitsItAndShapesAreFew() {
        Random random = new Random(5);
        List<Integer> counts =
                IntStream.range(0, 5000).mapToObj(i -> 1 + random.nextInt(512)).toList();
        List<Batch> batches = Batch.of(counts, 512);
        assertThat(batches.stream()
                        .flatMap(batch -> batch.texts().stream())
                        .sorted()
                        .toList())
                .isEqualTo(IntStream.range(0, 5000).boxed().toList());
        long padded = 0;
        for (Batch batch : batches) {
            Batch.Shape shape = batch.shape();
            padded += (long) shape.rows() * shape.length();
            assertThat(batch.texts().size()).isLessThanOrEqualTo(shape.rows());
            assertThat(batch.texts())
                    .allSatisfy(text -> assertThat(counts.get(text)).isLessThanOrEqualTo(shape.length()));
            assertThat(shape.rows() * shape.length()).isLessThanOrEqualTo(4096);
        }
        assertThat(padded)
                .isLessThan((long) (1.2 * counts.stream().mapToInt(c -> c).sum()));
        assertThat(batches.stream().map(Batch::shape).collect(Collectors.toSet()))
                .hasSizeLessThan(40);
    }
}
