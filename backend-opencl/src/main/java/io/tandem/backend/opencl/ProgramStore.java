package io.tandem.backend.opencl;

import io.tandem.backend.BackendException;
import io.tandem.backend.gpu.KernelFile;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jocl.cl_program;

/**
 * A folder in which built programs outlive the process, a file for each. What its text is built from is in its name: the
 * source, the options, the device and the driver.
 */
final class ProgramStore {
    private static final Logger LOG = System.getLogger(ProgramStore.class.getName());

    private final Cl cl;
    private final Path folder;
    private final String device;

    ProgramStore(Cl cl, Path folder, PhysicalDevice device) {
        this.cl = cl;
        this.folder = folder;
        this.device = String.join("\n", device.platformName(), device.driver(), device.version(), device.name());
    }

    /** Builds a program, from its file if there is one. */
    cl_program build(String source, String options, String what) {
        KernelFile file = file(source, options);
        byte[] known = file.read();
        if (known.length > 0) {
            try {
                return cl.buildBinary(known, options, what);
            } catch (BackendException e) {
                LOG.log(Level.WARNING, "{0} is not used, and written anew: {1}", file.file(), e.getMessage());
            }
        }
        cl_program program = cl.buildProgram(source, options, what);
        byte[] built = cl.binary(program);
        if (built.length > 0) {
            file.write(built);
        }
        return program;
    }

    private KernelFile file(String source, String options) {
        String all = String.join("\n", device, options, source);
        return new KernelFile(folder.resolve("tandem-" + digest(all) + ".opencl"));
    }

    private static String digest(String text) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)), 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("Every JVM has SHA-256", e);
        }
    }
}
