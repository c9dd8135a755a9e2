package io.tandem.backend.opencl;

import io.tandem.backend.BackendException;
import io.tandem.backend.BackendException.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import org.jocl.CL;
import org.jocl.LibUtils;

/** Gets JOCL's native library ready, and says in a user's words why JOCL or the OpenCL loader cannot be used. */
final class OpenClLoader {
    /** As JOCL 2.0.6 names its library. */
    private static final String LIBRARY = "JOCL_2_0_6";

    private static final String NO_LOADER =
            "No OpenCL loader: there is no libOpenCL.so.1, OpenCL.dll or OpenCL framework"
                    + " that can be opened. Install it with the device's driver or as ocl-icd-libopencl1.";

    private OpenClLoader() {}

    /**
     * Refuses early where there is no OpenCL loader: JOCL would find that out too, but it prints about it.
     *
     * @throws BackendException of kind UNAVAILABLE
     */
    static void requireLoader() {
        if (System.getProperty("os.name").equals("Linux") && !opens("libOpenCL.so.1") && !opens("libOpenCL.so")) {
            throw new BackendException(Kind.UNAVAILABLE, OpenClProvider.NAME, NO_LOADER);
        }
    }

    private static boolean opens(String library) {
        try {
            SymbolLookup.libraryLookup(library, Arena.global());
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /**
     * Puts JOCL's native library where JOCL will look for it. JOCL itself unpacks it under a fixed name and loads whatever
     * it finds there: half a file, when another JVM is just unpacking, or somebody else's.
     *
     * @throws BackendException of kind UNAVAILABLE if a file of that name is not JOCL's and cannot be replaced
     */
    static void prepare() {
        String name = LibUtils.createLibraryFileName(LibUtils.createPlatformLibraryName(LIBRARY));
        Path target = Path.of(System.getProperty("java.io.tmpdir"), name);
        try (InputStream resource = CL.class.getResourceAsStream("/lib/" + name)) {
            if (resource != null) {
                byte[] library = resource.readAllBytes();
                if (!holds(target, library)) {
                    replace(target, library);
                }
            }
        } catch (IOException e) {
            if (Files.exists(target)) {
                throw new BackendException(
                        Kind.UNAVAILABLE,
                        OpenClProvider.NAME,
                        target + " is not this version's JOCL library and cannot be replaced (" + e + "). Delete it, or"
                                + " name another temporary folder with -Djava.io.tmpdir=FOLDER.",
                        e);
            }
            // JOCL fails to unpack it as well, and its failure is explained below.
        }
    }

    private static boolean holds(Path target, byte[] library) throws IOException {
        return Files.exists(target)
                && Files.size(target) == library.length
                && Arrays.equals(Files.readAllBytes(target), library);
    }

    private static void replace(Path target, byte[] library) throws IOException {
        Path unpacked = Files.createTempFile(target.getParent(), "jocl", ".tmp");
        try {
            Files.write(unpacked, library);
            // A temporary file is its owner's alone, but other users' JOCL will load this one too.
            unpacked.toFile().setReadable(true, false);
            Files.move(unpacked, target, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(unpacked);
        }
    }

    /** Why JOCL could not be linked. Later failures only say that a class is unusable, with the first as their cause. */
    static String reason(LinkageError failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String facts = String.valueOf(root.getMessage());
        if (root instanceof ClassNotFoundException) {
            return "JOCL is not there: no class " + facts + ". Put org.jocl:jocl on the class path or module path.";
        }
        if (facts.contains("OpenCL library")) {
            return NO_LOADER;
        }
        return "JOCL's native library did not load: " + lastLine(facts) + ". It is unpacked to the temporary folder "
                + System.getProperty("java.io.tmpdir") + ", which must be writable and must not be mounted noexec: name"
                + " another one with -Djava.io.tmpdir=FOLDER, or put the library into a folder of -Djava.library.path.";
    }

    /** JOCL's message holds whole stack traces; the exceptions' own lines are the unindented ones. */
    private static String lastLine(String text) {
        return text.lines()
                .filter(line -> line.startsWith("java.") || line.startsWith("Caused by:"))
                .reduce((first, second) -> second)
                .orElseGet(() -> text.lines().findFirst().orElse(""));
    }
}
