/** Tensors, operations, graphs and the backend SPI. */
module io.tandem.api {
    requires static org.jspecify;
}
