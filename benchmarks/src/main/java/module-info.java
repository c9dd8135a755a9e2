/** Benchmarks beside their peers; never published. */
module io.tandem.benchmarks {
    requires static org.jspecify;
    requires io.tandem.inference;
    requires io.tandem.testkit;
}
