package io.tandem.inference.cli;

import io.tandem.backend.BackendException;
import io.tandem.inference.ModelException;
import io.tandem.scheduler.plan.PlacementException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ParameterException;

/** Turns failures into one line on standard error and an exit code; the stack trace comes with {@code --verbose}. */
final class Failures {
    private Failures() {}

    static int wrongUsage(ParameterException failure, PrintWriter err) {
        String command = failure.getCommandLine().getCommandSpec().qualifiedName();
        err.println("tandem: " + oneLine(String.valueOf(failure.getMessage())) + ". See " + command + " --help.");
        trace(failure, err);
        return ExitCode.USAGE;
    }

    static int failedWork(Throwable failure, PrintWriter err) {
        err.println("tandem: " + describe(failure));
        trace(failure, err);
        return ExitCode.SOFTWARE;
    }

    /** Expected failures speak for themselves; the name of an unexpected one is a fact worth having. */
    private static String describe(Throwable failure) {
        String message = String.valueOf(failure.getMessage());
        return switch (failure) {
            case ModelException _, BackendException _, PlacementException _ -> oneLine(message);
            case IOException _, UncheckedIOException _ -> oneLine(message.isBlank() ? failure.toString() : message);
            case OutOfMemoryError _ ->
                "out of memory (" + oneLine(message) + "). Give the JVM more: TANDEM_JAVA_OPTIONS=-Xmx2g";
            default -> "internal error: " + oneLine(failure.toString()) + ". Run with --verbose for the stack trace.";
        };
    }

    /** Names in files may hold anything, such as what moves a terminal's cursor. */
    private static String oneLine(String message) {
        return message.strip()
                .replaceAll("\\s*\\R\\s*", "; ")
                .replaceAll("\\p{Cntrl}", "\uFFFD")
                .replaceAll("\\.$", "");
    }

    private static void trace(Throwable failure, PrintWriter err) {
        if (Logging.isVerbose()) {
            failure.printStackTrace(err);
        }
    }
}
