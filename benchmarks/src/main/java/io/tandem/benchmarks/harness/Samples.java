package io.tandem.benchmarks.harness;

import java.util.List;

/**
 * The figures of several rounds.
 *
 * @param figures at least one
 */
public record Samples(List<Double> figures) {
    /** Sorts them. */
    public Samples {
        if (figures.isEmpty()) {
            throw new IllegalArgumentException("no figures");
        }
        figures = figures.stream().sorted().toList();
    }

    /** The middle figure, or the mean of the two middle ones. */
    public double median() {
        return quantile(0.5);
    }

    /** The distance between the quartiles as a share of the median: how much a typical round differs from another. */
    public double spread() {
        return (quantile(0.75) - quantile(0.25)) / median();
    }

    private double quantile(double share) {
        double position = share * (figures.size() - 1);
        int below = (int) position;
        int above = Math.min(below + 1, figures.size() - 1);
        double weight = position - below;
        return figures.get(below) * (1 - weight) + figures.get(above) * weight;
    }
}
