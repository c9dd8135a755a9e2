package io.tandem.inference.cli;

import io.tandem.inference.resource.Reason;
import io.tandem.scheduler.Timeline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whether a command tells what ran when. */
final class TraceOption {
    @Option(names = "--trace", paramLabel = "FILE.json", description = "Writes a timeline for Perfetto.")
    private @Nullable Path trace;

    /** Whether a timeline is wanted. */
    boolean isWanted() {
        return trace != null;
    }

    /**
     * Writes the timelines to the wanted file, if one is wanted.
     *
     * @throws IOException if it cannot be written
     */
    void write(List<Timeline> timelines) throws IOException {
        if (trace != null) {
            try {
                Files.writeString(trace, Timeline.toChromeTrace(timelines));
            } catch (IOException e) {
                throw new IOException("cannot write " + trace + ": " + Reason.ofWriting(e), e);
            }
        }
    }
}
