package io.tandem.scheduler.plan;

import io.tandem.backend.DeviceInfo;
import io.tandem.graph.Node;
import io.tandem.graph.Tensor;
import io.tandem.scheduler.plan.MemoryPlan.DeviceMemory;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Writes a plan for programs. */
final class PlanJson {
    private final Plan plan;
    private final JsonText json = new JsonText();

    private PlanJson(Plan plan) {
        this.plan = plan;
    }

    static String of(Plan plan) {
        PlanJson json = new PlanJson(plan);
        json.json.begin('{');
        json.addDevices();
        json.addSplits();
        json.addTransfers("copies", plan.copies());
        json.addTransfers("uploads", plan.uploads());
        json.addTransfers("replicas", plan.replicas());
        json.addMemory();
        json.addNodes();
        json.addCounts();
        json.addNames("dropped", plan.dropped().stream().map(Node::name).toList());
        json.addNames("notes", plan.notes());
        return json.json.end('}').toString();
    }

    private void addDevices() {
        json.name("devices").begin('[');
        for (DeviceInfo device : plan.devices()) {
            json.begin('{').name("id").value(device.id());
            json.name("description").value(device.description());
            json.name("kind").value(device.kind().name()).end('}');
        }
        json.end(']');
    }

    private void addSplits() {
        json.name("splits").begin('[');
        for (Split split : plan.splits()) {
            json.begin('{').name("device").value(id(split.device()));
            addNames("nodes", split.nodes().stream().map(Node::name).toList());
            addNames("inputs", inputs(split));
            json.name("segments").value(split.segments().size()).end('}');
        }
        json.end(']');
    }

    /** The names of what the split reads from other devices. */
    private List<String> inputs(Split split) {
        Set<String> names = new LinkedHashSet<>();
        for (Node node : split.nodes()) {
            for (Tensor input : node.inputs()) {
                Tensor storage = input.storage();
                if (storage.weight() == null && plan.assignment(storage).device() != split.device()) {
                    names.add(storage.name());
                }
            }
        }
        return List.copyOf(names);
    }

    private void addTransfers(String name, List<Transfer> transfers) {
        json.name(name).begin('[');
        for (Transfer transfer : transfers) {
            json.begin('{').name("tensor").value(transfer.storage().name());
            json.name("from").value(transfer.from() == Transfer.HOST ? "host" : id(transfer.from()));
            json.name("to").value(id(transfer.to()));
            json.name("offset").value(transfer.offset());
            json.name("bytes").value(transfer.bytes()).end('}');
        }
        json.end(']');
    }

    private void addMemory() {
        json.name("memory").begin('[');
        for (int device = 0; device < plan.devices().size(); device++) {
            DeviceMemory memory = plan.memory().devices().get(device);
            json.begin('{').name("device").value(id(device));
            json.name("total").value(memory.totalBytes());
            json.name("weights").value(memory.weightBytes());
            json.name("states").value(memory.stateBytes());
            json.name("activations").value(memory.activationBytes());
            json.name("slot").value(memory.slotBytes());
            json.name("staging").value(memory.stagingBytes()).end('}');
        }
        json.end(']');
    }

    private void addNodes() {
        json.name("nodes").begin('[');
        for (Tensor tensor : plan.graph().tensors()) {
            Assignment assignment = plan.assignment(tensor);
            Node producer = tensor.producer();
            json.begin('{').name("name").value(tensor.name());
            json.name("op")
                    .value(
                            producer == null
                                    ? tensor.kind().name()
                                    : producer.op().name());
            json.name("device").value(id(assignment.device()));
            json.name("cause").value(assignment.cause().name());
            json.name("reason").value(assignment.reason());
            json.name("rejected").begin('[');
            for (Assignment.Rejection rejection : assignment.rejected()) {
                json.begin('{').name("device").value(id(rejection.device()));
                json.name("reason").value(rejection.reason()).end('}');
            }
            json.end(']').end('}');
        }
        json.end(']');
    }

    private void addCounts() {
        Counts counts = plan.counts();
        json.name("counts").begin('{').name("splits").value(counts.splits());
        json.name("segments").value(counts.segments());
        json.name("copies").value(counts.copies()).name("copyBytes").value(counts.copyBytes());
        json.name("uploads").value(counts.uploads()).name("uploadBytes").value(counts.uploadBytes());
        json.name("replicas").value(counts.replicas()).name("replicaBytes").value(counts.replicaBytes());
        json.end('}');
    }

    private void addNames(String name, List<String> names) {
        json.name(name).begin('[');
        names.forEach(json::value);
        json.end(']');
    }

    private String id(int device) {
        return plan.devices().get(device).id();
    }
}
