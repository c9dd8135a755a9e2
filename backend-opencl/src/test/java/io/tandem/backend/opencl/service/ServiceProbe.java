package io.tandem.backend.opencl.service;

import io.tandem.backend.BackendProvider;
import java.util.Map;
import java.util.ServiceLoader;

/** A program that prints which backends there are and what they find. In a package of its own: modules do not share them. */
final class ServiceProbe {
    private ServiceProbe() {}

    public static void main(String[] arguments) {
        for (BackendProvider provider : ServiceLoader.load(BackendProvider.class)) {
            System.out.println(provider.name() + " " + provider.discover(Map.of()));
        }
    }
}
