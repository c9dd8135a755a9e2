/** The CPU backend: a device that every machine has. */
module io.tandem.backend.cpu {
    requires static org.jspecify;
    requires static jdk.incubator.vector;
    // Compiler directives and, away from Linux, the size of the memory.
    requires java.management;
    requires jdk.management;
    requires io.tandem.api;

    provides io.tandem.backend.BackendProvider with
            io.tandem.backend.cpu.CpuBackendProvider;
}
