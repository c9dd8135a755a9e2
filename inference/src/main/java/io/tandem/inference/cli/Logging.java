package io.tandem.inference.cli;

import java.io.PrintWriter;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Log lines of all libraries on standard error: warnings, with {@code --verbose} more. */
final class Logging {
    /** Kept here because loggers are held weakly and would forget their level. */
    private static final Logger ROOT = Logger.getLogger("");

    private Logging() {}

    static void configure(PrintWriter err) {
        LogManager.getLogManager().reset();
        ROOT.setLevel(Level.WARNING);
        ROOT.addHandler(new LineHandler(err));
    }

    static void setVerbose(boolean isVerbose) {
        ROOT.setLevel(isVerbose ? Level.FINE : Level.WARNING);
    }

    static boolean isVerbose() {
        return ROOT.isLoggable(Level.FINE);
    }

    /** One line a message. */
    private static final class LineHandler extends Handler {
        private final PrintWriter err;

        LineHandler(PrintWriter err) {
            this.err = err;
            setFormatter(new java.util.logging.SimpleFormatter());
        }

        @Override
        public void publish(LogRecord entry) {
            if (entry == null || !isLoggable(entry)) {
                return;
            }
            String severity = entry.getLevel().getName().toLowerCase(java.util.Locale.ROOT);
            Formatter formatter = getFormatter();
            err.println("tandem: " + severity + ": " + formatter.formatMessage(entry));
            if (isVerbose() && entry.getThrown() != null) {
                entry.getThrown().printStackTrace(err);
            }
            err.flush();
        }

        @Override
        public void flush() {
            err.flush();
        }

        @Override
        public void close() {
            err.flush();
        }
    }
}
