package io.tandem.scheduler.planning;

import io.tandem.graph.State;
import io.tandem.graph.Tensor;
import io.tandem.scheduler.plan.Assignment;
import io.tandem.scheduler.plan.Assignment.Rejection;
import io.tandem.scheduler.plan.Cause;
import io.tandem.scheduler.planning.work.LiveGraph;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Says of each tensor why it is where it is. For one thread. */
final class Reasons {
    private final Placed placed;
    private final LiveGraph graph;
    private final List<String> ids;
    private final Map<String, List<Rejection>> known = new HashMap<>();
    private final Comparisons comparisons;

    Reasons(Placed placed, List<String> ids) {
        this.placed = placed;
        this.graph = placed.graph();
        this.ids = ids;
        this.comparisons = new Comparisons(placed);
    }

    /** The assignments of all tensors. */
    List<Assignment> all() {
        List<Assignment> all = new ArrayList<>(graph.tensorCount());
        for (Tensor tensor : graph.graph().tensors()) {
            all.add(of(tensor));
        }
        return all;
    }

    private Assignment of(Tensor tensor) {
        int storage = tensor.storage().index();
        int device = placed.assigned().home(storage);
        return switch (tensor.kind()) {
            case VIEW -> plain(tensor, device, Cause.VIEW, "a view: where its storage is");
            case INPUT -> leaf(tensor, device, "where it is read");
            case WEIGHT ->
                placed.terrain().isSpread(storage)
                        ? plain(tensor, device, Cause.SPREAD, "its share of the weights")
                        : leaf(tensor, device, "where it is read; further readers have replicas");
            case STATE -> state(tensor, device);
            case RESULT -> result(tensor, device);
        };
    }

    private Assignment leaf(Tensor tensor, int device, String reason) {
        if (!graph.isNeeded(tensor.index())) {
            return plain(tensor, device, Cause.FIRST_READER, "nobody reads it");
        }
        return placed.pins().device(tensor.index()) != LiveGraph.NONE
                ? pinned(tensor, device)
                : plain(tensor, device, Cause.FIRST_READER, reason);
    }

    private Assignment pinned(Tensor tensor, int device) {
        return plain(tensor, device, Cause.PINNED, "pinned");
    }

    private Assignment state(Tensor tensor, int device) {
        State state = tensor.state();
        return placed.pins().device(tensor.index()) != LiveGraph.NONE
                ? pinned(tensor, device)
                : plain(tensor, device, Cause.STATE_HOME, "the home of state " + (state == null ? "" : state.name()));
    }

    private Assignment result(Tensor tensor, int device) {
        int node = graph.producer(tensor.index());
        if (node == LiveGraph.NONE) {
            return plain(tensor, device, Cause.FREE, "dropped: no output and no state depends on it");
        }
        return switch (placed.anchors().cause(node)) {
            case PINNED -> pinned(tensor, device);
            case WEIGHT_HOME ->
                plain(tensor, device, Cause.WEIGHT_HOME, "its weights and states there outweigh what goes in and out");
            case HEAVY -> heavy(tensor, node, device);
            case SPREAD ->
                plain(tensor, device, Cause.SPREAD, "heavy: follows the weights, which are on several devices");
            case FREE, STATE_HOME, FIRST_READER, VIEW -> free(tensor, node, device);
        };
    }

    private Assignment heavy(Tensor tensor, int node, int device) {
        List<Rejection> rejected = new ArrayList<>();
        for (int other = 0; other < device; other++) {
            rejected.add(new Rejection(other, placed.support().refusal(node, other)));
        }
        return new Assignment(tensor, device, Cause.HEAVY, "heavy: the first device that supports it", rejected);
    }

    private Assignment free(Tensor tensor, int node, int device) {
        List<Rejection> rejected = new ArrayList<>();
        for (int other = 0; other < device; other++) {
            boolean possible = placed.support().supports(node, other);
            String reason = possible
                    ? comparisons.compare(node, other)
                    : placed.support().refusal(node, other);
            rejected.add(new Rejection(other, reason));
        }
        return new Assignment(tensor, device, Cause.FREE, "light: where the least is copied", rejected);
    }

    private Assignment plain(Tensor tensor, int device, Cause cause, String reason) {
        return new Assignment(tensor, device, cause, reason, rejections(device, reason));
    }

    /** One list for all tensors that are on the same device for the same reason. */
    private List<Rejection> rejections(int device, String reason) {
        if (device == 0) {
            return List.of();
        }
        return known.computeIfAbsent(device + reason, key -> {
            List<Rejection> rejected = new ArrayList<>();
            for (int other = 0; other < device; other++) {
                rejected.add(new Rejection(other, ids.get(device) + ": " + reason));
            }
            return List.copyOf(rejected);
        });
    }
}
