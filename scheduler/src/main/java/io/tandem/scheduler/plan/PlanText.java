package io.tandem.scheduler.plan;

import io.tandem.graph.Node;
import io.tandem.graph.Tensor;
import io.tandem.op.ViewOp;
import io.tandem.scheduler.plan.MemoryPlan.DeviceMemory;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Tells people what a plan decides, and why. */
final class PlanText {
    private static final int MOST_NAMES = 16;

    private final Plan plan;
    private final Formatter text = new Formatter(new StringBuilder(), Locale.ROOT);

    private PlanText(Plan plan) {
        this.plan = plan;
    }

    static String of(Plan plan) {
        PlanText text = new PlanText(plan);
        text.addCounts();
        text.addDevices();
        text.addSplits();
        text.addTransfers();
        text.addPlacement();
        text.addRest();
        return text.text.toString();
    }

    private void addCounts() {
        Counts counts = plan.counts();
        text.format(
                "Plan: %,d splits, %,d segments, %,d copies (%,d bytes), %,d uploads (%,d bytes), %,d replicas (%,d bytes)\n",
                counts.splits(),
                counts.segments(),
                counts.copies(),
                counts.copyBytes(),
                counts.uploads(),
                counts.uploadBytes(),
                counts.replicas(),
                counts.replicaBytes());
    }

    private void addDevices() {
        text.format("\nDevices, in priority order\n");
        for (int device = 0; device < plan.devices().size(); device++) {
            DeviceMemory memory = plan.memory().devices().get(device);
            text.format("  %s\n", plan.devices().get(device));
            text.format(
                    "    %,d bytes: weights %,d, states %,d, results and scratch %,d, inputs, outputs and copies %,d\n",
                    memory.totalBytes(),
                    memory.weightBytes(),
                    memory.stateBytes(),
                    memory.activationBytes(),
                    memory.slotBytes());
            if (memory.stagingBytes() > 0) {
                text.format("    and %,d bytes on the host, through which copies come\n", memory.stagingBytes());
            }
        }
    }

    private void addSplits() {
        text.format("\nSplits, a bar where a segment ends\n");
        for (int i = 0; i < plan.splits().size(); i++) {
            Split split = plan.splits().get(i);
            List<Node> nodes = split.nodes();
            String names = nodes.size() > MOST_NAMES
                    ? names(nodes.subList(0, MOST_NAMES)) + " ..."
                    : split.segments().stream()
                            .map(segment -> names(segment.nodes()))
                            .collect(Collectors.joining(" | "));
            text.format("  %d. %s, %,d nodes: %s\n", i + 1, id(split.device()), nodes.size(), names);
        }
    }

    private static String names(List<Node> nodes) {
        return nodes.stream().map(Node::name).collect(Collectors.joining(" "));
    }

    private void addTransfers() {
        text.format("\nTransfers in each run\n");
        plan.uploads().forEach(upload -> addTransfer("upload", upload));
        plan.copies().forEach(copy -> addTransfer("copy", copy));
        if (!plan.replicas().isEmpty()) {
            text.format("\nWeights that are loaded on a further device, once\n");
            plan.replicas().forEach(replica -> addTransfer("replica", replica));
        }
    }

    private void addTransfer(String kind, Transfer transfer) {
        String from = transfer.from() == Transfer.HOST ? "the host" : id(transfer.from());
        text.format(
                "  %s of %s from %s to %s, %,d bytes\n",
                kind, transfer.storage().name(), from, id(transfer.to()), transfer.bytes());
    }

    private void addPlacement() {
        text.format("\nPlacement\n");
        for (Tensor tensor : plan.graph().tensors()) {
            Node producer = tensor.producer();
            if (producer == null || !(producer.op() instanceof ViewOp)) {
                Assignment assignment = plan.assignment(tensor);
                text.format("  %s = %s\n", tensor.name(), what(tensor));
                text.format("    on %s: %s\n", id(assignment.device()), assignment.reason());
                assignment
                        .rejected()
                        .forEach(rejection ->
                                text.format("    not %s: %s\n", id(rejection.device()), rejection.reason()));
            }
        }
    }

    private static String what(Tensor tensor) {
        Node producer = tensor.producer();
        return producer == null
                ? tensor.kind().name().toLowerCase(Locale.ROOT) + " " + tensor.layout()
                : producer.toString();
    }

    private void addRest() {
        if (!plan.dropped().isEmpty()) {
            text.format("\nDropped, since no output and no state depends on them: %s\n", names(plan.dropped()));
        }
        if (!plan.notes().isEmpty()) {
            text.format("\nNotes\n");
            plan.notes().forEach(note -> text.format("  %s\n", note));
        }
    }

    private String id(int device) {
        return plan.devices().get(device).id();
    }
}
