package io.tandem.scheduler.plan;

import java.util.List;

/**
 * A step of carrying out a plan. Commands of one lane start in the order of {@link Plan#commands()}, and each only after
 * the commands that it names are done.
 *
 * <p>{@code after} names commands of other lanes in the same run; {@code afterPrevious} those of the run before, for when
 * runs overlap: they are the last ones to touch, in other lanes, the activation memory that this one writes first.
 */
public sealed interface Command {
    /** The position in {@link Plan#commands()}. */
    int id();

    /** Where it is carried out. */
    Lane lane();

    /** Commands of other lanes in the same run that are done before this one starts. */
    List<Integer> after();

    /** Commands of other lanes in the previous run that are done before this one starts. */
    List<Integer> afterPrevious();

    /** Brings an input from the host to the device. */
    record Upload(int id, Lane lane, List<Integer> after, List<Integer> afterPrevious, Transfer transfer)
            implements Command {
        /** Copies the lists. */
        public Upload {
            after = List.copyOf(after);
            afterPrevious = List.copyOf(afterPrevious);
        }
    }

    /** Brings a storage, or a part of it, from another device. */
    record Copy(int id, Lane lane, List<Integer> after, List<Integer> afterPrevious, Transfer transfer)
            implements Command {
        /** Copies the lists. */
        public Copy {
            after = List.copyOf(after);
            afterPrevious = List.copyOf(afterPrevious);
        }
    }

    /** Runs a segment. */
    record Execute(int id, Lane lane, List<Integer> after, List<Integer> afterPrevious, Split.Segment segment)
            implements Command {
        /** Copies the lists. */
        public Execute {
            after = List.copyOf(after);
            afterPrevious = List.copyOf(afterPrevious);
        }
    }
}
