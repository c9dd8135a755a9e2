package io.tandem.scheduler.planning;

import io.tandem.backend.Device;
import io.tandem.backend.Support;
import io.tandem.graph.Graph;
import io.tandem.graph.Node;
import io.tandem.graph.Tensor;
import io.tandem.op.AttentionOp;
import io.tandem.op.ViewOp;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What ggml's scheduler does with a graph: a straightforward model of the five passes of ggml_backend_sched_split_graph,
 * without offloading, for devices that share no buffer types.
 */
final class GgmlScheduler {
    private static final int NOWHERE = -1;
    private static final int MAX_SPLIT_INPUTS = 30;

    private final List<Device> devices;
    private final List<Node> nodes;
    private final int[] backend;
    private final int[] buffer;

    /** What comes out: the device of each tensor by index, or -1, and the two figures that ggml reports. */
    record Result(List<Integer> backend, int splits, int copies) {}

    private GgmlScheduler(List<Device> devices, Graph graph, List<Node> dropped) {
        this.devices = devices;
        this.nodes =
                graph.nodes().stream().filter(node -> !dropped.contains(node)).toList();
        this.backend = new int[graph.tensors().size()];
        this.buffer = new int[graph.tensors().size()];
        Arrays.fill(backend, NOWHERE);
        Arrays.fill(buffer, NOWHERE);
    }

    /**
     * Schedules.
     *
     * @param buffers where weights and states have been allocated
     * @param pins what ggml_backend_sched_set_tensor_backend was called for
     * @param markedInputs the inputs that ggml_set_input was called for
     */
    static Result schedule(
            List<Device> devices,
            Graph graph,
            List<Node> dropped,
            Map<Tensor, Integer> buffers,
            Map<Tensor, Integer> pins,
            Set<Tensor> markedInputs) {
        GgmlScheduler scheduler = new GgmlScheduler(devices, graph, dropped);
        buffers.forEach((tensor, device) -> scheduler.buffer[tensor.index()] = device);
        pins.forEach((tensor, device) -> scheduler.backend[tensor.index()] = device);
        scheduler.pass1(markedInputs);
        scheduler.pass2();
        scheduler.pass3();
        scheduler.pass4();
        return scheduler.pass5();
    }

    private boolean supports(int device, Node node) {
        return devices.get(device).supports(node) instanceof Support.Yes;
    }

    private static boolean isView(Node node) {
        return node.op() instanceof ViewOp;
    }

    /** Where the memory of a tensor or of what it is a view of has been allocated; a state's versions are views of it. */
    private int allocated(Tensor tensor) {
        return buffer[tensor.storage().index()];
    }

    private void pass1(Set<Tensor> markedInputs) {
        for (Node node : nodes) {
            for (Tensor input : node.inputs()) {
                if (backend[input.index()] == NOWHERE && input.producer() == null) {
                    backend[input.index()] = markedInputs.contains(input) ? devices.size() - 1 : allocated(input);
                }
            }
        }
        for (Node node : nodes) {
            if (backend[node.output().index()] == NOWHERE) {
                backend[node.output().index()] = fromCurrent(node);
            }
        }
    }

    private int fromCurrent(Node node) {
        int own = allocated(node.output());
        if (own != NOWHERE) {
            return own;
        }
        for (Tensor source : node.inputs()) {
            boolean isWeight = source.kind() == Tensor.Kind.WEIGHT && buffer[source.index()] != NOWHERE;
            if (isWeight && !(node.op() instanceof AttentionOp.Rope)) {
                int device = buffer[source.index()];
                return isView(node) || supports(device, node) ? device : NOWHERE;
            }
        }
        return NOWHERE;
    }

    private void pass2() {
        int last = devices.size() - 1;
        expand(nodes, last);
        expand(nodes.reversed(), last);
        expand(nodes, NOWHERE);
        expand(nodes.reversed(), NOWHERE);
    }

    private void expand(List<Node> order, int skipped) {
        int current = NOWHERE;
        for (Node node : order) {
            if (isView(node)) {
                continue;
            }
            int known = backend[node.output().index()];
            if (known != NOWHERE) {
                current = known == skipped ? NOWHERE : known;
            } else if (current != NOWHERE && supports(current, node)) {
                backend[node.output().index()] = current;
            }
        }
    }

    private int known(Tensor tensor) {
        if (allocated(tensor) != NOWHERE) {
            return allocated(tensor);
        }
        int own = backend[tensor.index()];
        return own == NOWHERE ? backend[tensor.storage().index()] : own;
    }

    private void pass3() {
        for (Node node : nodes) {
            if (isView(node) || backend[node.output().index()] != NOWHERE) {
                continue;
            }
            int most = -1;
            for (int device = 0; device < devices.size(); device++) {
                if (supports(device, node)) {
                    int supported = 0;
                    for (Tensor source : node.inputs()) {
                        supported += known(source) == device ? 1 : 0;
                    }
                    if (supported > most) {
                        most = supported;
                        backend[node.output().index()] = device;
                    }
                }
            }
        }
    }

    private void pass4() {
        for (Node node : nodes) {
            int index = node.output().index();
            if (isView(node) && backend[index] == NOWHERE) {
                backend[index] = backend[node.output().storage().index()];
            }
            for (Tensor source : node.inputs()) {
                if (backend[source.index()] == NOWHERE) {
                    backend[source.index()] = source.storage() != source
                            ? backend[source.storage().index()]
                            : backend[index];
                }
            }
        }
    }

    private Result pass5() {
        Set<List<Object>> copied = new HashSet<>();
        int splits = 0;
        int current = NOWHERE;
        int inputs = 0;
        for (Node node : nodes) {
            if (isView(node)) {
                continue;
            }
            int device = backend[node.output().index()];
            boolean needsSplit = device == current && inputs > 0 && needsSplit(node, current, inputs, copied);
            if (device != current || needsSplit) {
                splits++;
                inputs = 0;
                current = device;
            }
            for (Tensor source : node.inputs()) {
                if (backend[source.index()] != current
                        && known(source) != current
                        && copied.add(List.of(source, current))) {
                    inputs++;
                }
            }
        }
        return new Result(Arrays.stream(backend).boxed().toList(), splits, copied.size());
    }

    private boolean needsSplit(Node node, int current, int inputs, Set<List<Object>> copied) {
        for (Tensor source : node.inputs()) {
            int device = backend[source.index()];
            boolean foreign = device != current && known(source) != current;
            boolean weight = source.kind() == Tensor.Kind.WEIGHT && buffer[source.index()] != NOWHERE;
            if (foreign && weight) {
                return true;
            }
            if (foreign && inputs == MAX_SPLIT_INPUTS && !copied.contains(List.of(source, current))) {
                return true;
            }
        }
        return false;
    }
}
