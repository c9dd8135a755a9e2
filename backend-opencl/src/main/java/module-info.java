/** The OpenCL backend. */
module io.tandem.backend.opencl {
    requires static org.jspecify;
    requires io.tandem.api;
    requires io.tandem.backend.gpu;
    requires jocl;

    provides io.tandem.backend.BackendProvider with
            io.tandem.backend.opencl.OpenClProvider;
}
