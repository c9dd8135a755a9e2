package io.tandem.benchmarks.harness;

/** What we are compared with. */
public sealed interface Peer {
    /** Product and version. */
    String name();

    /** A peer that runs here, in turns with us. */
    record Measured(String name, Side.Opening opening) implements Peer {}

    /** A figure that was measured elsewhere, in the comparison's unit: for orientation. */
    record Published(String name, double figure) implements Peer {}
}
