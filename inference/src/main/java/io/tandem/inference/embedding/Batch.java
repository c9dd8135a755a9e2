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

    /** A run costs as much as this many tokens beside its own: small products are slower, and each shape needs a plan. */
    private static final int RUN_TOKENS = 128;

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
     * Sorts texts of similar lengths into batches, so that all batches together cost least: a batch costs its tokens, padding
     * included, and {@link #RUN_TOKENS} more.
     *
     * @param counts how many tokens each text has, at least 1
     * @param maxLength how many positions the model has
     */
    public static List<Batch> of(List<Integer> counts, int maxLength) {
        List<Integer> byLength = IntStream.range(0, counts.size())
                .boxed()
                .sorted(Comparator.comparing(counts::get).reversed())
                .toList();
        int[] lengths = byLength.stream()
                .mapToInt(text -> bucket(counts.get(text), maxLength))
                .toArray();
        int[] rows = cheapestRows(lengths);
        List<Batch> batches = new ArrayList<>();
        for (int from = 0; from < lengths.length; from += rows[from]) {
            int to = Math.min(lengths.length, from + rows[from]);
            batches.add(new Batch(byLength.subList(from, to), new Shape(rows[from], lengths[from])));
        }
        return batches;
    }

    /** How many rows the batch has that starts at each text, given the texts' lengths in falling order. */
    private static int[] cheapestRows(int[] lengths) {
        int[] rows = new int[lengths.length];
        long[] cost = new long[lengths.length + 1];
        for (int from = lengths.length - 1; from >= 0; from--) {
            cost[from] = Long.MAX_VALUE;
            for (int count = 1; count <= MAX_ROWS && (count == 1 || count * lengths[from] <= MAX_TOKENS); count *= 2) {
                long rest = cost[Math.min(lengths.length, from + count)];
                long sum = (long) count * lengths[from] + RUN_TOKENS + rest;
                if (sum <= cost[from]) {
                    cost[from] = sum;
                    rows[from] = count;
                }
            }
        }
        return rows;
    }

    /** Steps of an eighth to a quarter of the length, so that padding costs little. */
    private static int bucket(int count, int maxLength) {
        int step = Math.max(8, Integer.highestOneBit(count - 1) / 4);
        return Math.min(maxLength, Math.ceilDiv(count, step) * step);
    }
}
