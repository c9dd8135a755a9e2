package io.tandem.backend.cpu.service;

import io.tandem.backend.BackendProvider;
import io.tandem.backend.Device;
import io.tandem.backend.DeviceInfo;
import io.tandem.backend.Discovery;
import java.util.Map;
import java.util.ServiceLoader;

/** A program that opens what each backend finds and prints it. In a package of its own: modules do not share them. */
final class ServiceProbe {
    private ServiceProbe() {}

    public static void main(String[] arguments) {
        for (BackendProvider provider : ServiceLoader.load(BackendProvider.class)) {
            for (DeviceInfo info : ((Discovery.Found) provider.discover(Map.of())).devices()) {
                try (Device device = provider.open(info, Map.of())) {
                    System.out.println(provider.name() + " " + device.info().id() + " " + info.features());
                }
            }
        }
    }
}
