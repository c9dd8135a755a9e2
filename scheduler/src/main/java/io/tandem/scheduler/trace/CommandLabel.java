package io.tandem.scheduler.trace;

import io.tandem.graph.Node;
import io.tandem.scheduler.plan.Command;
import io.tandem.scheduler.plan.Split;
import java.util.List;

/** Commands in words. */
public final class CommandLabel {
    private CommandLabel() {}

    /** What a command does. */
    public static String of(Command command) {
        return switch (command) {
            case Command.Upload upload ->
                "upload " + upload.transfer().storage().name();
            case Command.Copy copy -> "copy " + copy.transfer().storage().name();
            case Command.Execute execute -> of(execute.segment());
        };
    }

    /** The nodes of a segment: the only one, or the first and the last. */
    public static String of(Split.Segment segment) {
        List<Node> nodes = segment.nodes();
        return nodes.size() == 1
                ? nodes.getFirst().name()
                : nodes.getFirst().name() + " to " + nodes.getLast().name() + " (" + nodes.size() + " nodes)";
    }
}
