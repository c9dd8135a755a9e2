package io.tandem.scheduler.discovery;

import io.tandem.backend.BackendProvider;
import io.tandem.backend.Spi;
import io.tandem.scheduler.Unavailable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Instantiates the providers that {@link java.util.ServiceLoader} knows of. One that cannot be loaded is listed with its cause
 * and hides no other; the order on the class path does not matter.
 */
public final class ProviderLoader {
    /** A broken loader fails in the same way for ever; broken entries of service files end. */
    private static final int MOST_REPEATS = 32;

    /** What each message of a service loader starts with. */
    private static final String SERVICE_PREFIX = BackendProvider.class.getName() + ": ";

    private static final Pattern PROVIDER_CLASS = Pattern.compile("Provider (\\S+) ");

    private final List<BackendProvider> found = new ArrayList<>();
    private final List<Unavailable> failures = new ArrayList<>();
    private final Set<Class<?>> knownClasses = new HashSet<>();
    private final Set<String> knownFailures = new HashSet<>();

    private ProviderLoader() {}

    /**
     * What was loaded.
     *
     * @param providers the providers by name
     * @param failures what is no usable provider
     */
    public record Loaded(List<BackendProvider> providers, List<Unavailable> failures) {
        /** Copies the lists. */
        public Loaded {
            providers = List.copyOf(providers);
            failures = List.copyOf(failures);
        }
    }

    /** Goes through all places where a provider may be registered. */
    public static Loaded load() {
        ProviderLoader loader = new ProviderLoader();
        ServicePlaces.iterators().forEach(loader::drain);
        UnregisteredProviders.besides(loader.registered()).forEach(loader.failures::add);
        return loader.result();
    }

    /** Examines providers that the caller made. */
    public static Loaded of(List<BackendProvider> providers) {
        ProviderLoader loader = new ProviderLoader();
        providers.forEach(loader::examine);
        return loader.result();
    }

    /** The classes that some service file names, whether they could be loaded or not. */
    private Set<String> registered() {
        Set<String> names = new HashSet<>();
        knownClasses.forEach(type -> names.add(type.getName()));
        failures.forEach(failure -> names.add(failure.provider()));
        return names;
    }

    private void drain(Iterator<BackendProvider> providers) {
        String lastFailure = "";
        int repeats = 0;
        while (repeats < MOST_REPEATS) {
            try {
                if (!providers.hasNext()) {
                    return;
                }
                BackendProvider provider = providers.next();
                repeats = 0;
                if (knownClasses.add(provider.getClass())) {
                    examine(provider);
                }
            } catch (Exception | LinkageError | ServiceConfigurationError | AssertionError failure) {
                String message = String.valueOf(failure.getMessage());
                repeats = message.equals(lastFailure) ? repeats + 1 : 0;
                lastFailure = message;
                fail(message, failure);
            }
        }
    }

    private void examine(BackendProvider provider) {
        String type = provider.getClass().getName();
        try {
            int version = provider.spiVersion();
            String name = provider.name();
            if (version != Spi.VERSION) {
                failures.add(new Unavailable(
                        name,
                        type,
                        "compiled against version " + version + " of the backend SPI; this scheduler needs version "
                                + Spi.VERSION + ". Use a version of the backend that fits",
                        null));
            } else if (name == null || name.isBlank()) {
                failures.add(new Unavailable(type, type, "has no name", null));
            } else {
                found.add(provider);
            }
        } catch (Exception | LinkageError | AssertionError failure) {
            failures.add(
                    new Unavailable(type, type, "failed when asked for its name and version: " + failure, failure));
        }
    }

    private void fail(String message, Throwable failure) {
        if (!knownFailures.add(message)) {
            return;
        }
        Matcher matcher = PROVIDER_CLASS.matcher(message);
        String provider = matcher.find() ? matcher.group(1) : "unknown provider";
        Throwable cause = failure.getCause() == null ? failure : failure.getCause();
        String what = message.startsWith(SERVICE_PREFIX) ? message.substring(SERVICE_PREFIX.length()) : message;
        String reason = failure.getCause() == null ? describe(failure, what) : what + ": " + cause;
        failures.add(new Unavailable(provider, provider, "could not be loaded: " + reason, cause));
    }

    private static String describe(Throwable failure, String what) {
        return failure instanceof ServiceConfigurationError
                ? what
                : failure.getClass().getName() + ": " + what;
    }

    private Loaded result() {
        Comparator<BackendProvider> byName = Comparator.comparing(BackendProvider::name);
        found.sort(byName.thenComparing(provider -> provider.getClass().getName()));
        List<BackendProvider> unique = new ArrayList<>();
        for (BackendProvider provider : found) {
            if (!unique.isEmpty() && unique.getLast().name().equals(provider.name())) {
                String type = provider.getClass().getName();
                failures.add(new Unavailable(
                        provider.name(),
                        type,
                        unique.getLast().getClass().getName() + " has the same name and is used instead",
                        null));
            } else {
                unique.add(provider);
            }
        }
        failures.sort(Comparator.comparing(Unavailable::provider).thenComparing(Unavailable::reason));
        return new Loaded(unique, failures);
    }
}
