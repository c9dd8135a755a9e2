package io.tandem.inference.cli;

import io.tandem.inference.resource.Reason;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** Remembers why results could not be written, which the writers around it forget. */
final class ResultStream extends FilterOutputStream {
    private @Nullable IOException failure;

    ResultStream(OutputStream out) {
        super(out);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            out.write(bytes, offset, length);
        } catch (IOException e) {
            failure = e;
            throw e;
        }
    }

    boolean hasFailed() {
        return failure != null;
    }

    /** Why writing failed, unless the reader had seen enough, as {@code head} has. */
    @Nullable
    String complaint() {
        String reason = failure == null ? "broken pipe" : Reason.of(failure);
        return reason.contains("broken pipe") ? null : "cannot write the results: " + reason;
    }
}
