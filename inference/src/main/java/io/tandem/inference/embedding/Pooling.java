package io.tandem.inference.embedding;

/** One vector for a text from the vectors of its tokens. */
public final class Pooling {
    private Pooling() {}

    /**
     * The mean of rows of a row-major matrix, scaled to length 1. A mean of length 0 stays as it is.
     *
     * @param hidden the matrix
     * @param offset where the first row starts
     * @param rows how many rows to take; at least 1
     * @param dimensions the length of a row
     */
    public static float[] normalisedMean(float[] hidden, int offset, int rows, int dimensions) {
        double[] sums = new double[dimensions];
        for (int row = 0; row < rows; row++) {
            int start = offset + row * dimensions;
            for (int i = 0; i < dimensions; i++) {
                sums[i] += hidden[start + i];
            }
        }
        double squares = 0;
        for (double sum : sums) {
            squares += sum * sum;
        }
        double scale = squares == 0 ? 1 : 1 / Math.sqrt(squares);
        float[] vector = new float[dimensions];
        for (int i = 0; i < dimensions; i++) {
            vector[i] = (float) (sums[i] * scale);
        }
        return vector;
    }
}
