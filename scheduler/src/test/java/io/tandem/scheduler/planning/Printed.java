package io.tandem.scheduler.planning;

import io.tandem.graph.Node;
import io.tandem.scheduler.plan.Counts;
import io.tandem.scheduler.plan.Plan;
import io.tandem.scheduler.plan.Split;
import io.tandem.scheduler.plan.Transfer;
import java.util.stream.Collectors;

/** A plan in a few lines: each split with its segments, each transfer, then splits/copies. */
final class Printed {
    private Printed() {}

    static String plan(Plan plan) {
        StringBuilder text = new StringBuilder();
        for (Split split : plan.splits()) {
            text.append(name(plan, split.device())).append(": ");
            text.append(split.segments().stream()
                    .map(segment -> segment.nodes().stream().map(Node::name).collect(Collectors.joining(" ")))
                    .collect(Collectors.joining(" | ")));
            text.append('\n');
        }
        for (Transfer upload : plan.uploads()) {
            text.append("upload ").append(upload.storage().name()).append(" to ");
            text.append(name(plan, upload.to()))
                    .append(", ")
                    .append(upload.bytes())
                    .append('\n');
        }
        for (Transfer copy : plan.copies()) {
            text.append("copy ").append(copy.storage().name()).append(" to ");
            text.append(name(plan, copy.to())).append(", ").append(copy.bytes()).append('\n');
        }
        for (Transfer replica : plan.replicas()) {
            text.append("replica of ").append(replica.storage().name()).append(" on ");
            text.append(name(plan, replica.to()))
                    .append(", ")
                    .append(replica.bytes())
                    .append('\n');
        }
        Counts counts = plan.counts();
        text.append(counts.splits()).append('/').append(counts.copies()).append('\n');
        return text.toString();
    }

    private static String name(Plan plan, int device) {
        String id = plan.devices().get(device).id();
        return id.endsWith(":0") ? id.substring(0, id.length() - 2) : id;
    }
}
