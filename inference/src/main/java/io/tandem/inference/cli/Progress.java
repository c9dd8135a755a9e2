package io.tandem.inference.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import org.jspecify.annotations.Nullable;

/** A bar on standard error for work of more than a moment, where a person watches; elsewhere nothing. */
final class Progress implements AutoCloseable {
    private final @Nullable ProgressBar bar;

    private Progress(@Nullable ProgressBar bar) {
        this.bar = bar;
    }

    /** Starts to show progress of so many steps; fewer than the threshold are over before one could read it. */
    static Progress of(Console console, String task, int steps, int threshold) {
        if (!console.isTerminal() || steps < threshold) {
            return new Progress(null);
        }
        PrintStream err = new PrintStream(new FileOutputStream(FileDescriptor.err), true);
        return new Progress(new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(steps)
                .setConsumer(new ConsoleProgressBarConsumer(err))
                .build());
    }

    /** Notes that steps are done. */
    void step(int done) {
        if (bar != null) {
            bar.stepBy(done);
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
