package io.tandem.scheduler.execution;

import io.tandem.backend.BufferSlice;
import io.tandem.backend.Event;
import io.tandem.backend.Executable;
import io.tandem.scheduler.device.ActiveDevice;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** A command of a plan, bound to the memory of one slot of the pipeline. */
sealed interface Step {
    /** The command's position in the plan. */
    int id();

    /**
     * Hands the work to a device, or does it.
     *
     * @param after what the device has to wait for; empty for steps {@link #onHost}
     * @return an event of the lane's device, or a settled one
     */
    Event submit(LaneQueues queues, RunState run, List<Event> after);

    /** Whether the lane's thread works itself, so that everything before it must be done. */
    default boolean onHost() {
        return false;
    }

    /** Runs a program. */
    record Execute(int id, Executable program, boolean writesState) implements Step {
        @Override
        public Event submit(LaneQueues queues, RunState run, List<Event> after) {
            if (writesState) {
                run.touchStates();
            }
            return queues.own().execute(program, after);
        }
    }

    /** An input that was written to its place when the run was started. */
    record InputInPlace(int id) implements Step {
        @Override
        public Event submit(LaneQueues queues, RunState run, List<Event> after) {
            return Event.completed();
        }
    }

    /** An input whose place the host can write, but only in its turn. */
    record InputOnHost(int id, int input, long offset, MemorySegment target) implements Step {
        @Override
        public Event submit(LaneQueues queues, RunState run, List<Event> after) {
            MemorySegment.copy(run.input(input), offset, target, 0, target.byteSize());
            return Event.completed();
        }

        @Override
        public boolean onHost() {
            return true;
        }
    }

    /** An input that the device fetches. */
    record InputUpload(int id, int input, long offset, BufferSlice target) implements Step {
        @Override
        public Event submit(LaneQueues queues, RunState run, List<Event> after) {
            return queues.own().upload(run.input(input).asSlice(offset, target.bytes()), target, after);
        }
    }

    /** A copy that the target's device makes alone. */
    record DirectCopy(int id, BufferSlice source, BufferSlice target) implements Step {
        @Override
        public Event submit(LaneQueues queues, RunState run, List<Event> after) {
            return queues.own().copy(source, target, after);
        }
    }

    /** A copy between two places that the host sees. */
    record HostCopy(int id, MemorySegment source, MemorySegment target) implements Step {
        @Override
        public Event submit(LaneQueues queues, RunState run, List<Event> after) {
            target.copyFrom(source);
            return Event.completed();
        }

        @Override
        public boolean onHost() {
            return true;
        }
    }

    /** A copy from a place that the host sees. Its source is ready when the lane submits it. */
    record UploadCopy(int id, MemorySegment source, BufferSlice target) implements Step {
        @Override
        public Event submit(LaneQueues queues, RunState run, List<Event> after) {
            return queues.own().upload(source, target, after);
        }
    }

    /** A copy to a place that the host sees. */
    record DownloadCopy(int id, ActiveDevice from, BufferSlice source, MemorySegment target) implements Step {
        @Override
        public Event submit(LaneQueues queues, RunState run, List<Event> after) {
            return Staging.settled(queues.of(from).download(source, target, List.of()));
        }

        @Override
        public boolean onHost() {
            return true;
        }
    }

    /** A copy by way of host memory. */
    record StagedCopy(int id, ActiveDevice from, BufferSlice source, BufferSlice target) implements Step {
        @Override
        public Event submit(LaneQueues queues, RunState run, List<Event> after) {
            return queues.staging().copy(queues.of(from), source, queues.own(), target);
        }

        @Override
        public boolean onHost() {
            return true;
        }
    }
}
