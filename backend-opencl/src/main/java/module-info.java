/** The OpenCL backend. */
module io.tandem.backend.opencl {
    requires static org.jspecify;
    requires io.tandem.api;
    requires jocl;
}
