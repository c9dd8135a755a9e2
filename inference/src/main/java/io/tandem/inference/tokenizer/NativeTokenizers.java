package io.tandem.inference.tokenizer;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import io.tandem.inference.ModelException;
import io.tandem.inference.resource.CacheFolder;
import io.tandem.inference.resource.MappedResource;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Settings of DJL's native tokenizers, which it reads when its classes are first used. Left alone it would look for
 * a CUDA build of the library on its makers' site, ask Amazon's metadata service who it runs for, and report that. It would
 * also load whatever lies where it once unpacked the library; the copy made here is checked on every use.
 */
final class NativeTokenizers {
    private static final String LIBRARY = "RUST_LIBRARY_PATH";
    private static final String LIBRARY_FOLDER = "ENGINE_CACHE_DIR";

    private NativeTokenizers() {}

    /**
     * Sets what neither the user's properties nor the environment set. Cheap to repeat.
     *
     * @throws ModelException if there is no place for the library
     */
    static synchronized void configure() {
        setDefault("ai.djl.offline", "true");
        setDefault("OPT_OUT_TRACKING", "true");
        setDefault("RUST_FLAVOR", "cpu");
        if (setting(LIBRARY) == null) {
            library().ifPresent(file -> System.setProperty(LIBRARY, file.toString()));
        }
        setDefault(LIBRARY_FOLDER, libraryFolder().toString());
    }

    private static void setDefault(String property, String value) {
        if (setting(property) == null) {
            System.setProperty(property, value);
        }
    }

    private static @Nullable String setting(String name) {
        return System.getenv().getOrDefault(name, System.getProperty(name));
    }

    private static Path libraryFolder() {
        String folder = setting(LIBRARY_FOLDER);
        return folder == null ? CacheFolder.ofUser().resolve("natives") : Path.of(folder);
    }

    /** An intact library for this platform, or none where DJL's jar has another layout or several files: Windows. */
    private static Optional<Path> library() {
        URL resource = HuggingFaceTokenizer.class
                .getClassLoader()
                .getResource("native/lib/" + platform() + "/cpu/" + System.mapLibraryName("tokenizers"));
        if (resource == null || platform().startsWith("win")) {
            return Optional.empty();
        }
        try {
            return MappedResource.file(resource, libraryFolder());
        } catch (IOException _) {
            return inTemporaryFolder(resource);
        }
    }

    private static String platform() {
        String system = System.getProperty("os.name");
        String processor = System.getProperty("os.arch");
        return (system.startsWith("Mac") ? "osx" : system.startsWith("Windows") ? "win" : "linux")
                + (processor.equals("amd64") ? "-x86_64" : "-" + processor);
    }

    /** Fresh and private: a folder of a known name might hold the library of somebody else. */
    private static Optional<Path> inTemporaryFolder(URL resource) {
        try {
            Path folder = Files.createTempDirectory("tandem");
            Path library = folder.resolve(System.mapLibraryName("tokenizers"));
            folder.toFile().deleteOnExit();
            library.toFile().deleteOnExit();
            try (InputStream in = resource.openStream()) {
                Files.copy(in, library);
            }
            return Optional.of(library);
        } catch (IOException e) {
            throw notLoaded(e);
        }
    }

    /** A library that could be unpacked and not loaded, or not even unpacked. */
    static ModelException notLoaded(Throwable e) {
        return new ModelException(
                "cannot load the tokenizers' native library from "
                        + Objects.requireNonNullElse(
                                setting(LIBRARY), libraryFolder().toString()) + ": "
                        + e.getMessage() + ". Set the system property " + LIBRARY_FOLDER
                        + " to a folder that can be written and from which programs may run.",
                e);
    }
}
