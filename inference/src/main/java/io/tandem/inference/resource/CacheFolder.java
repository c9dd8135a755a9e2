package io.tandem.inference.resource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The folder for what Tandem can make again at any time: the system property {@value #PROPERTY} or the environment
 * variable {@value #VARIABLE} names it, else it is {@code tandem} in the place where the operating system wants
 * caches. A user without a home (some containers) gets a private one in the temporary folder, the only one that is
 * created here.
 */
public final class CacheFolder {
    /** The system property that overrides the folder. */
    public static final String PROPERTY = "tandem.cache";

    /** The environment variable that overrides the folder. */
    public static final String VARIABLE = "TANDEM_CACHE";

    private CacheFolder() {}

    /**
     * The folder of this process's user.
     *
     * @throws java.io.UncheckedIOException if the one in the temporary folder belongs to somebody else
     */
    public static Path ofUser() {
        return locate(System::getProperty, System::getenv);
    }

    static Path locate(Function<String, @Nullable String> properties, Function<String, @Nullable String> environment) {
        String override = firstSet(properties.apply(PROPERTY), environment.apply(VARIABLE));
        if (override != null) {
            return Path.of(override).toAbsolutePath();
        }
        String system = String.valueOf(properties.apply("os.name")).toLowerCase(Locale.ROOT);
        String local = environment.apply("LOCALAPPDATA");
        String xdg = environment.apply("XDG_CACHE_HOME");
        if (system.startsWith("windows")) {
            return isSet(local) ? Path.of(local, "tandem") : inHome(properties, "AppData", "Local");
        }
        if (system.startsWith("mac")) {
            return inHome(properties, "Library", "Caches");
        }
        // the XDG specification: relative paths are to be ignored
        return isSet(xdg) && Path.of(xdg).isAbsolute() ? Path.of(xdg, "tandem") : inHome(properties, ".cache");
    }

    private static Path inHome(Function<String, @Nullable String> properties, String... place) {
        String home = properties.apply("user.home");
        if (isSet(home) && Files.isDirectory(Path.of(home))) {
            return Path.of(home, place).resolve("tandem");
        }
        String temporary = String.valueOf(properties.apply("java.io.tmpdir"));
        return PrivateFolder.of(Path.of(temporary, "tandem-" + properties.apply("user.name")));
    }

    private static @Nullable String firstSet(@Nullable String first, @Nullable String second) {
        return isSet(first) ? first : isSet(second) ? second : null;
    }

    private static boolean isSet(@Nullable String value) {
        return value != null && !value.isBlank();
    }
}
