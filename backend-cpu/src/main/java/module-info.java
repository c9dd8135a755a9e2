/** The CPU backend. */
module io.tandem.backend.cpu {
    requires static org.jspecify;
    requires static jdk.incubator.vector;
    requires java.management;
    requires io.tandem.api;
}
