/** Tensors, operations, graphs and the backend SPI of Tandem. Depends on nothing but the JDK. */
module io.tandem.api {
    requires static transitive org.jspecify;

    exports io.tandem.tensor;
    exports io.tandem.op;
    exports io.tandem.graph;
    exports io.tandem.backend;
}
