package io.tandem.scheduler.discovery;

import io.tandem.backend.BackendProvider;
import io.tandem.backend.DeviceInfo;
import io.tandem.backend.Discovery;
import io.tandem.scheduler.Unavailable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Asks each provider for its devices. Nothing that a provider does but refuse an option ends the search. */
public final class CatalogReader {
    private final List<Catalog.Entry> entries = new ArrayList<>();
    private final List<Unavailable> unavailable = new ArrayList<>();
    private final Set<String> ids = new HashSet<>();

    private CatalogReader() {}

    /**
     * Reads the devices of all providers.
     *
     * @throws IllegalArgumentException for an option that its provider refuses
     */
    public static Catalog read(ProviderLoader.Loaded loaded, DeviceOptions options) {
        CatalogReader reader = new CatalogReader();
        List<Question> questions = loaded.providers().stream()
                .map(provider -> Question.ask(provider, options.of(provider.name())))
                .toList();
        questions.forEach(reader::enter);
        reader.unavailable.addAll(loaded.failures());
        return new Catalog(reader.entries, reader.unavailable);
    }

    /** A provider that looks for devices on a thread of its own: loading drivers takes a while, and they do not care. */
    private record Question(
            BackendProvider provider, Map<String, String> options, CompletableFuture<Discovery> discovery) {
        static Question ask(BackendProvider provider, Map<String, String> options) {
            CompletableFuture<Discovery> discovery = CompletableFuture.supplyAsync(
                    () -> provider.discover(options),
                    look -> Thread.ofPlatform()
                            .name("tandem-discovery-" + provider.name())
                            .daemon()
                            .start(look));
            return new Question(provider, options, discovery);
        }
    }

    private void enter(Question question) {
        BackendProvider provider = question.provider();
        try {
            switch (question.discovery().join()) {
                case Discovery.Found found -> add(provider, question.options(), found);
                case Discovery.Unavailable missing -> refuse(provider, provider.name(), missing.reason(), null);
            }
        } catch (CompletionException failed) {
            switch (failed.getCause()) {
                case IllegalArgumentException failure when !question.options().isEmpty() -> throw failure;
                case Exception failure -> refuse(provider, provider.name(), reason(provider, failure), failure);
                case LinkageError failure -> refuse(provider, provider.name(), reason(provider, failure), failure);
                case AssertionError failure -> refuse(provider, provider.name(), reason(provider, failure), failure);
                case null, default -> throw failed;
            }
        }
    }

    private static String reason(BackendProvider provider, Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof IllegalCallerException) {
                String module = provider.getClass().getModule().getName();
                return "the JVM refuses native access: " + cause.getMessage()
                        + ". Start it with --enable-native-access=" + (module == null ? "ALL-UNNAMED" : module);
            }
        }
        return "discovery failed: " + failure;
    }

    private void add(BackendProvider provider, Map<String, String> options, Discovery.Found found) {
        for (DeviceInfo info : found.devices()) {
            if (ids.add(info.id())) {
                entries.add(new Catalog.Entry(info, provider, options));
            } else {
                refuse(provider, info.description(), "there is a device " + info.id() + " already", null);
            }
        }
        found.refused().forEach(refused -> refuse(provider, refused.description(), refused.reason(), null));
    }

    private void refuse(
            BackendProvider provider,
            String description,
            String reason,
            @org.jspecify.annotations.Nullable Throwable cause) {
        unavailable.add(new Unavailable(provider.name(), description, reason, cause));
    }
}
