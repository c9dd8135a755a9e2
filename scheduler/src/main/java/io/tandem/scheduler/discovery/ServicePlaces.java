package io.tandem.scheduler.discovery;

import io.tandem.backend.BackendProvider;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The places where providers may be registered: a thread of a pool or of a container has a context class loader that sees
 * none, and one of the application's own may see more than this class's loader does.
 */
final class ServicePlaces {
    private ServicePlaces() {}

    static List<Iterator<BackendProvider>> iterators() {
        Set<@Nullable ClassLoader> loaders = new LinkedHashSet<>();
        loaders.add(Thread.currentThread().getContextClassLoader());
        loaders.add(ServicePlaces.class.getClassLoader());
        loaders.add(ClassLoader.getSystemClassLoader());
        List<Iterator<BackendProvider>> iterators = new ArrayList<>();
        for (ClassLoader loader : loaders) {
            if (loader != null) {
                iterators.add(ServiceLoader.load(BackendProvider.class, loader).iterator());
            }
        }
        ModuleLayer layer = ServicePlaces.class.getModule().getLayer();
        if (layer != null) {
            iterators.add(ServiceLoader.load(layer, BackendProvider.class).iterator());
        }
        return iterators;
    }
}
