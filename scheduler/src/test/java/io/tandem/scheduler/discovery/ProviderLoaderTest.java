package io.tandem.scheduler.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tandem.backend.BackendProvider;
import io.tandem.backend.Device;
import io.tandem.backend.DeviceInfo;
import io.tandem.backend.Discovery;
import io.tandem.backend.Spi;
import io.tandem.scheduler.Devices;
import io.tandem.scheduler.Unavailable;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ProviderLoaderTest {
    @TempDir
    private Path folder;

    /** What all providers of this test have in common. */
    public abstract static class Named implements BackendProvider {
        @Override
        public int spiVersion() {
            return Spi.VERSION;
        }

        @Override
        public String name() {
            return getClass().getSimpleName().toLowerCase(java.util.Locale.ROOT);
        }

        @Override
        public Discovery discover(Map<String, String> options) {
            return new Discovery.Unavailable("no " + name() + " driver");
        }

        @Override
        public Device open(DeviceInfo device, Map<String, String> options) {
            throw new UnsupportedOperationException(name());
        }
    }

    /** A provider as it should be. */
    public static final class Alpha extends Named {}

    /** Another one. */
    public static final class Omega extends Named {}

    /** Fails when it is made. */
    public static final class ThrowingConstructor extends Named {
        /** Fails. */
        public ThrowingConstructor() {
            throw new IllegalStateException("no way");
        }
    }

    /** Cannot even be initialised. */
    public static final class ThrowingInitializer extends Named {
        private static final int ZERO = Integer.parseInt("zero");

        @Override
        public int spiVersion() {
            return ZERO;
        }
    }

    /** Was compiled against another SPI. */
    public static final class OldVersion extends Named {
        @Override
        public int spiVersion() {
            return Spi.VERSION + 41;
        }
    }

    /** Fails with an Error when it is asked for its version, as a class compiled against another SPI may. */
    public static final class LinkageFault extends Named {
        @Override
        public int spiVersion() {
            throw new AbstractMethodError("spiVersion");
        }
    }

    /** Fails in discovery. */
    public static final class DiscoveryFault extends Named {
        @Override
        public Discovery discover(Map<String, String> options) {
            throw new UnsatisfiedLinkError("libdriver.so");
        }
    }

    private static String line(Class<?> type) {
        return type.getName();
    }

    private static List<String> names() {
        return ProviderLoader.load().providers().stream()
                .map(BackendProvider::name)
                .filter(name -> name.equals("alpha") || name.equals("omega"))
                .toList();
    }

    static Stream<String> badProviders() {
        return Stream.concat(
                Stream.of("absent.Provider"),
                Stream.of(
                                ThrowingConstructor.class,
                                ThrowingInitializer.class,
                                OldVersion.class,
                                LinkageFault.class,
                                ServiceFiles.class)
                        .map(Class::getName));
    }

    @ParameterizedTest
    @MethodSource("badProviders")
    void aBadProviderIsListedAndHidesNoOtherWhereverItStands(String bad) {
        for (int place = 0; place < 3; place++) {
            ServiceFiles files = new ServiceFiles(folder.resolve("place" + place));
            List<String> lines = new ArrayList<>(List.of(line(Alpha.class), line(Omega.class)));
            lines.add(place, bad);
            files.entry(lines.toArray(String[]::new));
            files.whileVisible(() -> {
                assertThat(names()).containsExactly("alpha", "omega");
                assertThat(ProviderLoader.load().failures())
                        .anySatisfy(failure -> assertThat(failure.toString()).contains(bad));
            });
        }
    }

    @Test
    void eachFailureTellsItsCause() {
        new ServiceFiles(folder)
                .entry("absent.Provider")
                .entry(line(ThrowingConstructor.class), line(OldVersion.class))
                .entry("this is no class name")
                .entryWithMissingSuperclass("broken.Provider")
                .entry(line(Alpha.class))
                .whileVisible(() -> {
                    ProviderLoader.Loaded loaded = ProviderLoader.load();
                    assertThat(names()).containsExactly("alpha");
                    assertThat(loaded.failures())
                            .extracting(Unavailable::reason)
                            .anySatisfy(reason -> assertThat(reason).contains("absent.Provider not found"))
                            .anySatisfy(reason -> assertThat(reason).contains("no way"))
                            .anySatisfy(reason -> assertThat(reason).contains("absent/Base"))
                            .anySatisfy(reason -> assertThat(reason).contains("Illegal configuration-file syntax"))
                            .anySatisfy(reason -> assertThat(reason)
                                    .startsWith("compiled against version " + (Spi.VERSION + 41)
                                            + " of the backend SPI; this scheduler needs version " + Spi.VERSION));
                });
    }

    @Test
    void theOrderOfTheClassPathDoesNotMatter() {
        new ServiceFiles(folder.resolve("ao"))
                .entry(line(Alpha.class))
                .entry(line(Omega.class))
                .whileVisible(() -> assertThat(names()).containsExactly("alpha", "omega"));
        new ServiceFiles(folder.resolve("oa"))
                .entry(line(Omega.class))
                .entry(line(Alpha.class))
                .whileVisible(() -> assertThat(names()).containsExactly("alpha", "omega"));
    }

    @Test
    void aLoaderThatAlwaysThrowsEndsAndHidesNothing() {
        ClassLoader broken = new ClassLoader(getClass().getClassLoader()) {
            @Override
            public Enumeration<URL> getResources(String name) throws IOException {
                throw new IOException("unreadable");
            }
        };
        ServiceFiles.with(
                broken,
                () -> assertThat(ProviderLoader.load().failures())
                        .anySatisfy(failure -> assertThat(failure.reason()).contains("unreadable")));
    }

    @Test
    void providersOfAChildLoaderAreFound() throws IOException {
        new ServiceFiles(folder)
                .entry(line(Alpha.class))
                .whileVisible(() -> assertThat(names()).containsExactly("alpha"));
        try (URLClassLoader empty = new URLClassLoader(new URL[0], null)) {
            Supplier<ProviderLoader.Loaded> load = ProviderLoader::load;
            ServiceFiles.with(empty, () -> assertThat(load.get()).isNotNull());
            ServiceFiles.with(null, () -> assertThat(load.get()).isNotNull());
            assertThat(CompletableFuture.supplyAsync(load).join()).isNotNull();
        }
    }

    @Test
    void twoProvidersOfOneNameAreTakenOnceAndTheSameOneEachTime() {
        StubProvider first = new StubProvider("twin");
        ProviderLoader.Loaded loaded = ProviderLoader.of(List.of(first, new StubProvider("twin")));
        assertThat(loaded.providers()).hasSize(1);
        assertThat(loaded.failures())
                .singleElement()
                .satisfies(failure -> assertThat(failure.reason()).contains("has the same name"));
    }

    @Test
    void aProviderThatFailsInDiscoveryIsUnavailable() {
        try (Devices devices = Devices.of(new DiscoveryFault(), new Alpha())) {
            assertThat(devices.list()).isEmpty();
            assertThat(devices.unavailable())
                    .extracting(Unavailable::provider)
                    .containsExactly("alpha", "discoveryfault");
            assertThat(devices.unavailable())
                    .extracting(Unavailable::reason)
                    .containsExactly(
                            "no alpha driver", "discovery failed: java.lang.UnsatisfiedLinkError: libdriver.so");
            assertThatThrownBy(() -> devices.select("")).hasMessage("""
                            No device to run on. -  alpha: no alpha driver
                            -  discoveryfault: discovery failed: java.lang.UnsatisfiedLinkError: libdriver.so
                            Add a backend such as tandem-backend-cpu""");
        }
    }

    @Test
    void aProviderThatTheJvmRefusesNativeAccessIsUnavailableWithTheFlag() {
        BackendProvider refused = new Named() {
            @Override
            public String name() {
                return "refused";
            }

            @Override
            public Discovery discover(Map<String, String> options) {
                throw new ExceptionInInitializerError(new IllegalCallerException("Illegal native access"));
            }
        };
        assertThat(Devices.of(refused).unavailable())
                .extracting(Unavailable::reason)
                .containsExactly("the JVM refuses native access: Illegal native access."
                        + " Start it with --enable-native-access=ALL-UNNAMED");
    }

    @Test
    void optionsGoToTheirProviderAndUnknownOnesAreRefused() {
        List<BackendProvider> providers = List.of(new StubProvider("cpu"));
        assertThat(Devices.of(providers, Map.of("cpu.threads", "4")).list()).isEqualTo(Collections.emptyList());
        assertThatThrownBy(() -> Devices.of(providers, Map.of("cpu.threads", "none")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Option threads must be a whole number, not 'none'");
        assertThatThrownBy(() -> Devices.of(providers, Map.of("cpu.thread", "4")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Unknown option thread of cpu; it has threads");
        assertThatThrownBy(() -> Devices.of(providers, Map.of("gpu.threads", "4")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Option gpu.threads is of provider gpu, which is not there; there are: cpu");
        assertThatThrownBy(() -> Devices.of(providers, Map.of("software", "true")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("it has allowSoftware");
    }
}
