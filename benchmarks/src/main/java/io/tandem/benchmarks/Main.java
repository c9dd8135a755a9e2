package io.tandem.benchmarks;

import io.tandem.benchmarks.harness.Comparison;
import io.tandem.benchmarks.harness.Effort;
import io.tandem.benchmarks.harness.Machine;
import io.tandem.benchmarks.harness.Progress;
import io.tandem.benchmarks.harness.Race;
import io.tandem.benchmarks.harness.Report;
import io.tandem.benchmarks.harness.Row;
import io.tandem.benchmarks.harness.Table;
import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The program {@code bench}. Standard output carries the table only. Exit codes: 0 done, whether goals are met or not; 1 a
 * comparison failed; 2 the command line was wrong.
 */
@Command(
        name = "bench",
        description = "Measures Tandem beside its peers: in one run, in turns, on the same threads.",
        mixinStandardHelpOptions = true)
public final class Main implements Callable<Integer> {
    /** Kept here because loggers are held weakly and would forget their level. */
    private static final Logger LOGGERS = Logger.getLogger("");

    private final IntFunction<Suite> suites;
    private final boolean isTerminal;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(names = "--quick", description = "Less time for each comparison and, without --only, fewer of them.")
    private boolean isQuick;

    @Option(names = "--json", paramLabel = "FILE", description = "Also write the rows as JSON.")
    private @Nullable Path json;

    @Option(names = "--only", paramLabel = "REGEX", description = "Only comparisons whose name contains a match.")
    private @Nullable String only;

    @Option(names = "--threads", paramLabel = "N", description = "Threads of each side; all processors if not given.")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(
            names = "--jmh",
            paramLabel = "REGEX",
            description = "Run JMH benchmarks instead; with --quick in one fork.")
    private @Nullable String jmh;

    Main(IntFunction<Suite> suites, boolean isTerminal) {
        this.suites = suites;
        this.isTerminal = isTerminal;
    }

    /** Runs the program and ends the process with its exit code. */
    public static void main(String[] arguments) {
        LOGGERS.setLevel(Level.WARNING);
        PrintWriter out = writer(FileDescriptor.out);
        PrintWriter err = writer(FileDescriptor.err);
        int code = new Main(Suite::all, isTerminal()).run(out, err, arguments);
        System.exit(code == ExitCode.OK && out.checkError() ? ExitCode.SOFTWARE : code);
    }

    @SuppressWarnings("SystemConsoleNull") // Java 25 has none where output is redirected
    private static boolean isTerminal() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }

    private static PrintWriter writer(FileDescriptor descriptor) {
        return new PrintWriter(new FileOutputStream(descriptor), false, StandardCharsets.UTF_8);
    }

    /** Runs the program inside a process and returns its exit code. */
    int run(PrintWriter out, PrintWriter err, String... arguments) {
        int code = new CommandLine(this)
                .setOut(out)
                .setErr(err)
                .setExpandAtFiles(false)
                .setParameterExceptionHandler((failure, _) -> {
                    err.println("bench: " + oneLine(failure) + ". See bench --help.");
                    return ExitCode.USAGE;
                })
                .setExecutionExceptionHandler((failure, _, _) -> {
                    err.println("bench: " + oneLine(failure));
                    return ExitCode.SOFTWARE;
                })
                .execute(arguments);
        out.flush();
        err.flush();
        return code;
    }

    private static String oneLine(Exception failure) {
        String message = failure.getMessage();
        return (message == null || message.isBlank() ? failure.toString() : message)
                .strip()
                .replaceAll("\\s*\\R\\s*", "; ")
                .replaceAll("\\.$", "");
    }

    @Override
    public Integer call() throws Exception {
        if (threads < 1) {
            throw wrong("--threads must be at least 1, not " + threads);
        }
        if (jmh != null) {
            return runJmh(jmh);
        }
        Suite suite = selected();
        if (json != null) {
            requireWritable(json);
        }
        List<Row> rows = measure(suite, spec.commandLine().getOut());
        if (json != null) {
            new Report(Machine.current(), threads, rows).write(json);
        }
        return rows.stream().anyMatch(Row.Failed.class::isInstance) ? ExitCode.SOFTWARE : ExitCode.OK;
    }

    private int runJmh(String regex) throws Exception {
        if (json != null || only != null) {
            throw wrong("--jmh goes with --quick and --threads only");
        }
        if (!JmhRun.matches(pattern("--jmh", regex))) {
            throw wrong(
                    "--jmh '" + regex + "' matches no JMH benchmark; there are: " + String.join(", ", JmhRun.names()));
        }
        JmhRun.run(regex, threads, isQuick);
        return ExitCode.OK;
    }

    private Suite selected() {
        Suite all = suites.apply(threads);
        if (only == null) {
            return isQuick ? all.quick() : all;
        }
        Suite selected = all.only(pattern("--only", only));
        if (selected.comparisons().isEmpty()) {
            throw wrong("--only '" + only + "' matches no comparison; there are: " + String.join(", ", all.names()));
        }
        return selected;
    }

    private Pattern pattern(String option, String regex) {
        try {
            return Pattern.compile(regex);
        } catch (PatternSyntaxException e) {
            throw wrong(option + " '" + regex + "' is no regular expression: " + e.getDescription());
        }
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /** Minutes of work are not to be lost to a mistyped folder. */
    private static void requireWritable(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        boolean exists = Files.exists(file);
        if (Files.isDirectory(file)
                || (exists ? !Files.isWritable(file) : folder == null || !Files.isWritable(folder))) {
            throw new IOException("cannot write " + file + ": it is a folder, or its folder is missing or not ours");
        }
    }

    private List<Row> measure(Suite suite, PrintWriter out) {
        Effort effort = isQuick ? Effort.QUICK : Effort.FULL;
        Race race = Race.of(effort);
        Table table = new Table(out, suite.comparisons());
        out.println(Machine.current() + "; " + threads + (threads == 1 ? " thread" : " threads"));
        table.header();
        List<Row> rows = new ArrayList<>();
        for (Comparison comparison : suite.comparisons()) {
            try (Progress progress = Progress.of(comparison.name(), effort.rounds(), isTerminal)) {
                rows.add(race.run(comparison, progress::step));
            }
            table.row(rows.getLast());
        }
        table.footer();
        return rows;
    }
}
