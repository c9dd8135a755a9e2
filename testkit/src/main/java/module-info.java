/** Conformance suite, reference kernels, fake backend and architecture rules. */
module io.tandem.testkit {
    requires static org.jspecify;
    requires transitive io.tandem.api;
    requires transitive org.junit.jupiter.api;
    requires transitive org.junit.jupiter.params;
    requires org.assertj.core;
    requires transitive com.tngtech.archunit;

    exports io.tandem.testkit.architecture;
    exports io.tandem.testkit.conformance;
    exports io.tandem.testkit.fake;
    exports io.tandem.testkit.fuzz;
    exports io.tandem.testkit.process;
    exports io.tandem.testkit.reference;

    opens io.tandem.testkit.conformance to
            org.junit.platform.commons;
}
