package io.tandem.scheduler.plan;

import io.tandem.graph.Node;
import java.util.List;

/**
 * A maximal run of nodes of one device in the plan's order.
 *
 * @param device the index in {@link Plan#devices()}
 * @param segments the nodes, cut where they are submitted one by one
 */
public record Split(int device, List<Segment> segments) {
    /** Copies the list. */
    public Split {
        segments = List.copyOf(segments);
    }

    /**
     * Nodes that are compiled and submitted as one program; at most 256 by default.
     *
     * @param nodes the nodes, views not among them
     */
    public record Segment(List<Node> nodes) {
        /** Copies the list. */
        public Segment {
            nodes = List.copyOf(nodes);
        }
    }

    /** The nodes of all segments in order. */
    public List<Node> nodes() {
        return segments.stream().flatMap(segment -> segment.nodes().stream()).toList();
    }
}
