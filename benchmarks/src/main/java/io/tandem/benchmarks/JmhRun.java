package io.tandem.benchmarks;

import java.util.List;
import java.util.regex.Pattern;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Starts JMH on our sides alone: to look at one kernel with JMH's care for forks, warm-up and errors. */
final class JmhRun {
    private JmhRun() {}

    /** The names of all JMH benchmarks. */
    static List<String> names() {
        var silent = OutputFormatFactory.createFormatInstance(System.err, VerboseMode.SILENT);
        return BenchmarkList.defaultList().getAll(silent, List.of()).stream()
                .map(BenchmarkListEntry::getUsername)
                .map(name -> name.substring(JmhRun.class.getPackageName().length() + 1))
                .sorted()
                .toList();
    }

    /** Whether there is a benchmark whose name contains a match. */
    static boolean matches(Pattern only) {
        return names().stream().anyMatch(name -> only.matcher(name).find());
    }

    /** Runs the benchmarks whose names contain a match, in JVMs of their own. */
    static void run(String only, int threads, boolean isQuick) throws RunnerException {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include(only)
                .param("threads", Integer.toString(threads))
                .shouldFailOnError(true);
        if (isQuick) {
            options.forks(1)
                    .warmupIterations(2)
                    .warmupTime(TimeValue.seconds(1))
                    .measurementIterations(3)
                    .measurementTime(TimeValue.seconds(1));
        }
        new Runner(options.build()).run();
    }
}
