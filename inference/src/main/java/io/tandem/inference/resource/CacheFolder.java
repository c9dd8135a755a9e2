package io.tandem.inference.resource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The folder for what Tandem can make again at any time: the system property {@value #PROPERTY} or the environment
 * variable {@value #VARIABLE} names it, else it is {@code tandem} in the place where the operating system wants
 * caches. Nothing is created here.
 */
public final class CacheFolder {
    /** The system property that overrides the folder. */
    public static final String PROPERTY = "tandem.cache";

    /** The environment variable that overrides the folder. */
    public static final String VARIABLE = "TANDEM_CACHE";

    private CacheFolder() {}

    /** The folder of this process's user. */
    public static Path ofUser() {
        return locate(System::getProperty, System::getenv);
    }

    static Path locate(Function<String, @Nullable String> properties, Function<String, @Nullable String> environment) {
        String override = firstSet(properties.apply(PROPERTY), environment.apply(VARIABLE));
        if (override != null) {
            return Path.of(override).toAbsolutePath();
        }
        String system = String.valueOf(properties.apply("os.name")).toLowerCase(Locale.ROOT);
        Path home = home(properties);
        String local = environment.apply("LOCALAPPDATA");
        String xdg = environment.apply("XDG_CACHE_HOME");
        if (system.startsWith("windows")) {
            return (isSet(local) ? Path.of(local) : home.resolve("AppData", "Local")).resolve("tandem");
        }
        if (system.startsWith("mac")) {
            return home.resolve("Library", "Caches", "tandem");
        }
        // the XDG specification: relative paths are to be ignored
        return (isSet(xdg) && Path.of(xdg).isAbsolute() ? Path.of(xdg) : home.resolve(".cache")).resolve("tandem");
    }

    /** A user without a home (some containers) gets the temporary folder. */
    private static Path home(Function<String, @Nullable String> properties) {
        String home = properties.apply("user.home");
        return isSet(home) && Files.isDirectory(Path.of(home))
                ? Path.of(home)
                : Path.of(String.valueOf(properties.apply("java.io.tmpdir")));
    }

    private static @Nullable String firstSet(@Nullable String first, @Nullable String second) {
        return isSet(first) ? first : isSet(second) ? second : null;
    }

    private static boolean isSet(@Nullable String value) {
        return value != null && !value.isBlank();
    }
}
