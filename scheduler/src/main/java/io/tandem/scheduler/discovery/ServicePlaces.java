package io.tandem.scheduler.discovery;

import io.tandem.backend.BackendProvider;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;

/**
 * The places where providers may be registered: a thread of a pool or of a container has a context class loader that sees
 * none, and one of the application's own may see more than this class's loader does.
 */
final class ServicePlaces {
    private ServicePlaces() {}

    /** The class loaders that may see a provider. */
    static Set<ClassLoader> loaders() {
        Set<ClassLoader> loaders = new LinkedHashSet<>();
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        if (context != null) {
            loaders.add(context);
        }
        ClassLoader own = ServicePlaces.class.getClassLoader();
        if (own != null) {
            loaders.add(own);
        }
        loaders.add(ClassLoader.getSystemClassLoader());
        return loaders;
    }

    static List<Iterator<BackendProvider>> iterators() {
        List<Iterator<BackendProvider>> iterators = new ArrayList<>();
        for (ClassLoader loader : loaders()) {
            iterators.add(ServiceLoader.load(BackendProvider.class, loader).iterator());
        }
        ModuleLayer layer = ServicePlaces.class.getModule().getLayer();
        if (layer != null) {
            iterators.add(ServiceLoader.load(layer, BackendProvider.class).iterator());
        }
        return iterators;
    }
}
