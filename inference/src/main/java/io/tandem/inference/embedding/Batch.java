package io.tandem.inference.embedding;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Texts that run together.
 *
 * @param texts the positions of the texts in the caller's list, at most {@code shape.rows()}; rows beyond are padding
 * @param shape the shape of the run
 */
public record Batch(List<Integer> texts, Shape shape) {
    /** No run has more rows: beyond, products grow no faster and padding costs more. */
    private static final int MAX_ROWS = 32;

    /** No run has more tokens, which bounds its memory. */
    private static final int MAX_TOKENS = 4096;

    /**
     * What a plan is made for. Few different ones serve all texts.
     *
     * @param rows how many texts, a power of two
     * @param length how many tokens each
     */
    public record Shape(int rows, int length) {}

    /** Copies the positions. */
    public Batch {
        texts = List.copyOf(texts);
    }

    /**
     * Sorts texts of similar lengths into batches.
     *
     * @param counts how many tokens each text has, at least 1
     * @param maxLength how many positions the model has
     */
    public static List<Batch> of(List<Integer> counts, int maxLength) {
        List<Integer> byLength = IntStream.range(0, counts.size())
                .boxed()
                .sorted(Comparator.comparing(counts::get).reversed())
                .toList();
        List<Batch> batches = new ArrayList<>();
        int from = 0;
        while (from < byLength.size()) {
            int length = bucket(counts.get(byLength.get(from)), maxLength);
            int limit = Math.min(MAX_ROWS, Integer.highestOneBit(Math.max(1, MAX_TOKENS / length)));
            int rows = Math.min(limit, rows(byLength.size() - from));
            int to = Math.min(byLength.size(), from + rows);
            batches.add(new Batch(byLength.subList(from, to), new Shape(rows, length)));
            from = to;
        }
        return batches;
    }

    /** Steps of an eighth to a quarter of the length, so that padding costs little. */
    private static int bucket(int count, int maxLength) {
        int step = Math.max(8, Integer.highestOneBit(count - 1) / 4);
        return Math.min(maxLength, Math.ceilDiv(count, step) * step);
    }

    /** The next power of two where at most a quarter of the rows is padding, else the one below. */
    private static int rows(int wanted) {
        int below = Integer.highestOneBit(wanted);
        return below < wanted && 2L * wanted >= 3L * below ? below * 2 : below;
    }
}
