package io.tandem.inference.tokenizer;

import io.tandem.inference.ModelException;
import io.tandem.inference.resource.CacheFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Settings of DJL's native tokenizers, which it reads when its classes are first used. Left alone it would look for
 * a CUDA build of the library on its makers' site, ask Amazon's metadata service who it runs for, and report that.
 */
final class NativeTokenizers {
    private static final String LIBRARY_FOLDER = "ENGINE_CACHE_DIR";

    private NativeTokenizers() {}

    /** Sets what neither the user's properties nor the environment set. Cheap to repeat. */
    static void configure() {
        Map.of(
                        "ai.djl.offline", "true",
                        "OPT_OUT_TRACKING", "true",
                        "RUST_FLAVOR", "cpu")
                .forEach(NativeTokenizers::setDefault);
        if (System.getProperty(LIBRARY_FOLDER) == null && System.getenv(LIBRARY_FOLDER) == null) {
            System.setProperty(LIBRARY_FOLDER, libraryFolder().toString());
        }
    }

    private static void setDefault(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }

    private static Path libraryFolder() {
        Path folder = CacheFolder.ofUser().resolve("natives");
        try {
            Files.createDirectories(folder);
            if (Files.isWritable(folder)) {
                return folder;
            }
        } catch (IOException _) {
            // the temporary folder serves where the cache cannot be written
        }
        return Path.of(System.getProperty("java.io.tmpdir"), "tandem-" + System.getProperty("user.name"));
    }

    /** A library that could be unpacked and not loaded, or not even unpacked. */
    static ModelException notLoaded(Throwable e) {
        return new ModelException(
                "cannot load the tokenizers' native library from " + System.getProperty(LIBRARY_FOLDER) + ": "
                        + e.getMessage() + ". Set the system property " + LIBRARY_FOLDER
                        + " to a folder that can be written and from which programs may run.",
                e);
    }
}
