/** Which kernels run which nodes on GPUs: what the Vulkan and the OpenCL backend have in common. */
@SuppressWarnings("module") // the modules that it exports to are not there yet when it is compiled
module io.tandem.backend.gpu {
    requires static org.jspecify;
    requires transitive io.tandem.api;

    exports io.tandem.backend.gpu to
            io.tandem.backend.vulkan,
            io.tandem.backend.opencl;
}
