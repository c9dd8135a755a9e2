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
    public record Shape(int rows, int length) {
        long tokens() {
            return (long) rows * length;
        }
    }

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
        Shape[] shapes = cheapestShapes(byLength.stream().mapToInt(counts::get).toArray(), maxLength);
        List<Batch> batches = new ArrayList<>();
        int from = 0;
        while (from < shapes.length) {
            int to = Math.min(shapes.length, from + shapes[from].rows());
            batches.add(new Batch(byLength.subList(from, to), shapes[from]));
            from = to;
        }
        return batches;
    }

    /** What shape the batch has that starts at each text, given the texts' numbers of tokens in falling order. */
    private static Shape[] cheapestShapes(int[] counts, int maxLength) {
        Shape[] shapes = new Shape[counts.length];
        long[] cost = new long[counts.length + 1];
        for (int from = counts.length - 1; from >= 0; from--) {
            cost[from] = Long.MAX_VALUE;
            for (int rows = 1; rows <= MAX_ROWS; rows *= 2) {
                Shape shape = new Shape(rows, length(counts[from], rows, maxLength));
                long rest = cost[Math.min(counts.length, from + rows)];
                long sum = shape.tokens() + RUN_TOKENS + rest;
                if (sum <= cost[from] && (rows == 1 || shape.tokens() <= MAX_TOKENS)) {
                    cost[from] = sum;
                    shapes[from] = shape;
                }
            }
        }
        return shapes;
    }

    /**
     * Steps of an eighth to a quarter of the length, so that padding costs little; half of that for a single text, which is
     * often all that somebody waits for.
     */
    private static int length(int count, int rows, int maxLength) {
        int quarter = Integer.highestOneBit(count - 1) / 4;
        int step = rows == 1 ? Math.max(2, quarter / 2) : Math.max(8, quarter);
        return Math.min(maxLength, Math.ceilDiv(count, step) * step);
    }
}
