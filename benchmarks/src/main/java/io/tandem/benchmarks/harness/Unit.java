package io.tandem.benchmarks.harness;

/** What a figure counts. */
public enum Unit {
    /** Sentences turned into vectors; more is better. */
    SENTENCES_PER_SECOND("sentences/s", true, 1),
    /** Billions of multiplications and additions; more is better. */
    GIGAFLOPS("GFLOP/s", true, 1e-9),
    /** Billions of bytes read and written; more is better. */
    GIGABYTES_PER_SECOND("GB/s", true, 1e-9),
    /** Time for each node of a graph; less is better. */
    NANOSECONDS_PER_NODE("ns/node", false, 1e9);

    private final String symbol;
    private final boolean isRate;
    private final double scale;

    Unit(String symbol, boolean isRate, double scale) {
        this.symbol = symbol;
        this.isRate = isRate;
        this.scale = scale;
    }

    /** How tables show it. */
    public String symbol() {
        return symbol;
    }

    /** The figure of so much work (sentences, operations, nodes) done in so many seconds. */
    public double figure(double work, double seconds) {
        return (isRate ? work / seconds : seconds / work) * scale;
    }

    /** How many times as fast as the peer we are; above 1 is better, whichever way the figures go. */
    public double ratio(double ours, double peer) {
        return isRate ? ours / peer : peer / ours;
    }
}
