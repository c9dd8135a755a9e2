/** Tensors, operations, graphs and the backend SPI of Tandem. Depends on nothing but the JDK. */
@SuppressWarnings("module") // the modules that it exports to are not there yet when it is compiled
module io.tandem.api {
    requires static transitive org.jspecify;

    exports io.tandem.tensor;
    exports io.tandem.op;
    exports io.tandem.graph;
    exports io.tandem.backend;
    exports io.tandem.backend.queue to
            io.tandem.backend.vulkan,
            io.tandem.backend.opencl;
}
