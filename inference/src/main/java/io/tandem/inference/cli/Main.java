package io.tandem.inference.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/**
 * The program {@code tandem}. Standard output carries results only. Exit codes: 0 done, 1 the work failed, 2 the
 * command line was wrong.
 */
@Command(
        name = "tandem",
        description = "Runs one tensor graph across any mix of devices.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            DevicesCommand.class,
            SearchCommand.class,
            EmbedCommand.class,
            PlanCommand.class,
            RunCommand.class,
            CheckCommand.class
        })
public final class Main implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    private Main() {}

    @Option(
            names = "--verbose",
            scope = ScopeType.INHERIT,
            description = "Log what happens, and show stack traces of failures.")
    void setVerbose(boolean isVerbose) {
        Logging.setVerbose(isVerbose);
    }

    /** Runs the program and ends the process with its exit code. */
    public static void main(String[] arguments) {
        ResultStream results = new ResultStream(new FileOutputStream(FileDescriptor.out));
        Console console = new Console(writer(results), writer(new FileOutputStream(FileDescriptor.err)), onTerminal());
        int code = run(console, arguments);
        String complaint = results.complaint();
        if (complaint != null) {
            console.note(complaint);
        }
        System.exit(code == ExitCode.OK && results.hasFailed() ? ExitCode.SOFTWARE : code);
    }

    /** A JVM without a terminal has no console, or one that says so. */
    @SuppressWarnings("SystemConsoleNull") // the module that gives it may be missing
    private static boolean onTerminal() {
        java.io.Console terminal = System.console();
        return terminal != null && terminal.isTerminal();
    }

    /** Texts in any script come out as they went in, whatever the locale says. */
    private static PrintWriter writer(OutputStream stream) {
        return new PrintWriter(stream, false, StandardCharsets.UTF_8);
    }

    /** Runs the program inside a process and returns its exit code. */
    static int run(Console console, String... arguments) {
        Logging.configure(console.err());
        CommandLine line = new CommandLine(new Main(), new Commands(console))
                .setOut(console.out())
                .setErr(console.err())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExpandAtFiles(false)
                .setParameterExceptionHandler((failure, _) -> Failures.wrongUsage(failure, console.err()))
                .setExecutionExceptionHandler((failure, _, _) -> Failures.failedWork(failure, console.err()));
        line.registerConverter(Path.class, new PathConverter());
        int code = execute(line, console, arguments);
        console.out().flush();
        console.err().flush();
        return code;
    }

    /** Memory and stack that run out are no exceptions to picocli. */
    private static int execute(CommandLine line, Console console, String... arguments) {
        try {
            return line.execute(arguments);
        } catch (VirtualMachineError e) {
            return Failures.failedWork(e, console.err());
        }
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing command");
    }
}
