package io.tandem.scheduler.discovery;

import io.tandem.backend.BackendProvider;
import io.tandem.scheduler.Unavailable;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Tandem's own providers whose classes are there but which no service file names. Jars that are merged into one lose all
 * service files but one, unless they are merged as well.
 */
final class UnregisteredProviders {
    private static final List<String> TYPES = List.of(
            "io.tandem.backend.cpu.CpuBackendProvider",
            "io.tandem.backend.opencl.OpenClProvider",
            "io.tandem.backend.vulkan.VulkanProvider");

    private UnregisteredProviders() {}

    /** Those that are not among the registered classes. */
    static Stream<Unavailable> besides(Set<String> registered) {
        return TYPES.stream()
                .filter(type -> !registered.contains(type) && isThere(type))
                .map(type -> new Unavailable(
                        type,
                        type,
                        "is on the class path, but no META-INF/services/" + BackendProvider.class.getName()
                                + " names it. Where jars are merged into one, merge the service files too"
                                + " (with Maven's Shade plug-in by its ServicesResourceTransformer)",
                        null));
    }

    private static boolean isThere(String type) {
        for (ClassLoader loader : ServicePlaces.loaders()) {
            try {
                Class.forName(type, false, loader);
                return true;
            } catch (ClassNotFoundException | LinkageError absent) {
                // Another loader may see it.
            }
        }
        return false;
    }
}
