package io.tandem.backend.queue;

import io.tandem.backend.BufferSlice;
import io.tandem.backend.queue.NativeQueue.Signal;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** What a command has to submit. */
interface Work {
    /**
     * Submits the next part. Under the queue's lock.
     *
     * @return false if there is no staging memory for it until older parts are done
     */
    boolean submitNext(InFlight inFlight, QueueEvent event, List<Signal> after);

    /** Whether all parts are submitted. */
    boolean isSubmitted();

    /** One submission. */
    interface Submission {
        long submit(NativeQueue driver, List<Signal> after);
    }

    /** A command that is one submission. */
    final class Single implements Work {
        private final Submission submission;
        private boolean submitted;

        Single(Submission submission) {
            this.submission = submission;
        }

        @Override
        public boolean submitNext(InFlight inFlight, QueueEvent event, List<Signal> after) {
            inFlight.add(event, submission.submit(inFlight.driver(), after));
            submitted = true;
            return true;
        }

        @Override
        public boolean isSubmitted() {
            return submitted;
        }
    }

    /** Host to device, a piece at a time. */
    final class Upload implements Work {
        private final MemorySegment source;
        private final BufferSlice target;
        private long done;

        Upload(MemorySegment source, BufferSlice target) {
            this.source = source;
            this.target = target;
        }

        @Override
        public boolean submitNext(InFlight inFlight, QueueEvent event, List<Signal> after) {
            long bytes = Math.min(target.bytes() - done, inFlight.largestPiece());
            long position = inFlight.takeStaging(bytes);
            if (position < 0) {
                return false;
            }
            HostCopy.copy(source.asSlice(done, bytes), inFlight.staging(position, bytes));
            BufferSlice piece = target.buffer().slice(target.offset() + done, bytes);
            long number = inFlight.driver().upload(inFlight.stagingOffset(position), piece, after);
            done += bytes;
            inFlight.addUpload(event, number, position, bytes, isSubmitted());
            return true;
        }

        @Override
        public boolean isSubmitted() {
            return done == target.bytes();
        }
    }

    /** Device to host, a piece at a time. */
    final class Download implements Work {
        private final BufferSlice source;
        private final MemorySegment target;
        private long done;

        Download(BufferSlice source, MemorySegment target) {
            this.source = source;
            this.target = target;
        }

        @Override
        public boolean submitNext(InFlight inFlight, QueueEvent event, List<Signal> after) {
            long bytes = Math.min(source.bytes() - done, inFlight.largestPiece());
            long position = inFlight.takeStaging(bytes);
            if (position < 0) {
                return false;
            }
            BufferSlice piece = source.buffer().slice(source.offset() + done, bytes);
            long number = inFlight.driver().download(piece, inFlight.stagingOffset(position), after);
            MemorySegment part = target.asSlice(done, bytes);
            done += bytes;
            inFlight.addDownload(event, number, position, part, isSubmitted());
            return true;
        }

        @Override
        public boolean isSubmitted() {
            return done == source.bytes();
        }
    }
}
