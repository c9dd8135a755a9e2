package io.tandem.scheduler.execution;

import io.tandem.backend.Executable;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * A plan bound to the memory of one slot of the pipeline: compiled programs among it.
 *
 * @param lanes what each lane does
 * @param inPlace the inputs that are written to their place when a run starts
 * @param staged by number, which inputs wait in host memory in any case
 * @param onHost by number, which inputs wait in host memory unless the caller does
 * @param programs the programs, to be closed
 */
@SuppressWarnings("ArrayRecordComponent") // read on each run, never compared
record Binding(
        List<BoundLane> lanes, List<InPlace> inPlace, boolean[] staged, boolean[] onHost, List<Executable> programs)
        implements AutoCloseable {
    Binding {
        lanes = List.copyOf(lanes);
        inPlace = List.copyOf(inPlace);
        programs = List.copyOf(programs);
    }

    /** A part of an input and its place. */
    record InPlace(int input, long offset, MemorySegment target) {}

    /** The number of the lane that has the last command; -1 if there is no lane. */
    int lastLane() {
        int last = -1;
        int lastCommand = -1;
        for (int i = 0; i < lanes.size(); i++) {
            int command = lanes.get(i).steps().getLast().id();
            if (command > lastCommand) {
                last = i;
                lastCommand = command;
            }
        }
        return last;
    }

    /** Whether inputs ever wait in host memory. */
    boolean mayStageInputs() {
        for (int i = 0; i < staged.length; i++) {
            if (staged[i] || onHost[i]) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() {
        programs.forEach(Executable::close);
    }
}
