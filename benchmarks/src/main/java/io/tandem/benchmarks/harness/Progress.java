package io.tandem.benchmarks.harness;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import org.jspecify.annotations.Nullable;

/** A bar on standard error that counts the rounds of one comparison where a person watches; elsewhere nothing. */
public final class Progress implements AutoCloseable {
    private final @Nullable ProgressBar bar;

    private Progress(@Nullable ProgressBar bar) {
        this.bar = bar;
    }

    /** Shows a bar of so many rounds. */
    public static Progress of(String name, int rounds, boolean isTerminal) {
        if (!isTerminal) {
            return new Progress(null);
        }
        PrintStream err = new PrintStream(new FileOutputStream(FileDescriptor.err), true);
        return new Progress(new ProgressBarBuilder()
                .setTaskName(name)
                .setInitialMax(rounds)
                .setUpdateIntervalMillis(1000)
                .clearDisplayOnFinish()
                .setConsumer(new ConsoleProgressBarConsumer(err))
                .build());
    }

    /** Notes that a round is done. */
    public void step() {
        if (bar != null) {
            bar.step();
        }
    }

    /** Clears the bar. */
    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
