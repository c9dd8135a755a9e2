package io.tandem.backend.cpu;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * Tells the JVM's quick compiler (C1) to leave the kernels alone. It gives up on the largest of them, and the optimising
 * compiler, left without a profile, then puts vectors into objects: 1 GFLOP/s for ever instead of 130.
 *
 * <p>The directive holds for the kernels' package in the whole JVM. {@code -Dio.tandem.backend.cpu.directives=off} leaves it
 * out. Adding it takes about 180 ms, most of it for loading the management classes, so a thread of its own does that while
 * models are read. No kernel may run before: one that C1 has seen by then stays slow for as long as the JVM lives.
 *
 * <p>It also tells the optimising compiler to put reads of single numbers into the kernels' code. Where it had seen too few
 * of them when it compiled the tiles it left a call in their loop, in one JVM of fifteen: a sixth of the speed for ever.
 *
 * <p>The vectors' own methods are not excluded: one JVM in five then multiplied matrices at a sixth of the speed.
 */
final class CompilerDirectives {
    static final String PROPERTY = "io.tandem.backend.cpu.directives";

    private static final System.Logger LOGGER = System.getLogger(CompilerDirectives.class.getName());
    private static final String REMEDY = "Matrix products may be slow. Switch this off with -D" + PROPERTY + "=off";

    /** A pattern with dots in the package's name is refused; slashes are taken. */
    private static final String DIRECTIVES = """
            [{
              match: ["io/tandem/backend/cpu/kernel/*.*"],
              c1: {Exclude: true},
              inline: [
                "+jdk/internal/misc/Unsafe.*Unaligned",
                "+jdk/internal/misc/Unsafe.convEndian",
                "+io/tandem/backend/cpu/kernel/Memory.positive",
                "+io/tandem/backend/cpu/kernel/Memory.readFloat",
                "+io/tandem/backend/cpu/kernel/Memory.writeFloat"
              ]
            }]
            """;

    private CompilerDirectives() {}

    /** Starts adding the directive, the first time in this JVM. */
    static void applyOnce() {
        Once.start();
    }

    /** Waits until the directive is added, has failed or was left out; no longer if the thread is interrupted. */
    static void await() {
        try {
            Once.THREAD.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The process has one compiler: its directive is added once, when this class is initialised. */
    private static final class Once {
        private static final Thread THREAD =
                Thread.ofPlatform().name("tandem-cpu-directives").daemon().unstarted(CompilerDirectives::apply);

        static {
            if (!"off".equals(System.getProperty(PROPERTY))) {
                THREAD.start();
            }
        }

        static void start() {}
    }

    private static void apply() {
        try {
            String answer = addDirectives();
            if (!answer.startsWith("1 compiler directives added")) {
                LOGGER.log(
                        System.Logger.Level.WARNING,
                        "The JVM refused the compiler directive for the CPU kernels: {0}. {1}",
                        answer.strip(),
                        REMEDY);
            }
        } catch (IllegalStateException | OutOfMemoryError _) {
            // the JVM is about to end, or has no memory for what is more urgent
        } catch (IOException | JMException | RuntimeException | LinkageError e) {
            LOGGER.log(
                    System.Logger.Level.WARNING,
                    "Adding the compiler directive for the CPU kernels failed: {0}. {1}",
                    e,
                    REMEDY);
        }
    }

    private static String addDirectives() throws IOException, JMException {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer(); // slow, so before there is a file
        Path file = Files.createTempFile("tandem-directives", ".json");
        try {
            file.toFile().deleteOnExit();
            Files.writeString(file, DIRECTIVES);
            Object answer = server.invoke(
                    new ObjectName("com.sun.management:type=DiagnosticCommand"),
                    "compilerDirectivesAdd",
                    new Object[] {new String[] {file.toString()}},
                    new String[] {String[].class.getName()});
            return String.valueOf(answer);
        } finally {
            Files.deleteIfExists(file);
        }
    }
}
