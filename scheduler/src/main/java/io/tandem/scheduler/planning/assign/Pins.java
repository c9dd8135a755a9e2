package io.tandem.scheduler.planning.assign;

import io.tandem.graph.State;
import io.tandem.graph.Tensor;
import io.tandem.graph.Weight;
import io.tandem.scheduler.plan.Placement;
import io.tandem.scheduler.plan.Placement.Pin;
import io.tandem.scheduler.plan.Placement.Target;
import io.tandem.scheduler.planning.work.LiveGraph;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The pin that counts for each storage. A pin by value of a view is one of its storage; names of views do not count. */
public final class Pins {
    private final LiveGraph graph;
    private final List<String> deviceIds;
    private final Findings findings;
    private final int[] devices;
    private final Map<State, Integer> states = new HashMap<>();

    private Pins(LiveGraph graph, List<String> deviceIds, Findings findings) {
        this.graph = graph;
        this.deviceIds = deviceIds;
        this.findings = findings;
        this.devices = new int[graph.tensorCount()];
        Arrays.fill(devices, LiveGraph.NONE);
    }

    /**
     * Resolves a placement.
     *
     * @param deviceIds the devices; null for those that take no part
     */
    public static Pins resolve(LiveGraph graph, Placement placement, List<String> deviceIds, Findings findings) {
        Pins pins = new Pins(graph, deviceIds, findings);
        if (!placement.pins().isEmpty()) {
            pins.resolve(placement.pins());
        }
        return pins;
    }

    /** The device that a storage is pinned to, or {@link LiveGraph#NONE}; the versions of a state share one. */
    public int device(int storage) {
        return devices[storage];
    }

    private void resolve(List<Pin> all) {
        @Nullable Pin[] chosen = byValue(all);
        byName(all, chosen);
        for (int storage = 0; storage < chosen.length; storage++) {
            Pin pin = chosen[storage];
            if (pin != null && graph.isNeeded(storage)) {
                devices[storage] = device(pin, storage);
            }
        }
        shareAmongVersions();
    }

    private @Nullable Pin[] byValue(List<Pin> all) {
        @Nullable Pin[] chosen = new Pin[graph.tensorCount()];
        Map<Object, Tensor> shared = sharedTensors(all);
        for (Pin pin : all) {
            Tensor tensor = tensor(pin.target(), shared);
            if (tensor != null) {
                chosen[tensor.index()] = pin;
            }
        }
        for (Tensor tensor : graph.graph().tensors()) {
            Pin pin = chosen[tensor.index()];
            if (pin != null && tensor.kind() == Tensor.Kind.VIEW) {
                moveToStorage(tensor, pin, chosen);
            }
        }
        return chosen;
    }

    private void moveToStorage(Tensor view, Pin pin, @Nullable Pin[] chosen) {
        int storage = view.storage().index();
        Pin known = chosen[storage];
        if (known == null) {
            chosen[storage] = pin;
        } else if (!known.devices().equals(pin.devices())) {
            findings.problem(view + " is pinned to " + pin.devices().getFirst() + ", but it is a view of "
                    + view.storage() + ", which is pinned to " + known.devices().getFirst());
        }
    }

    private @Nullable Tensor tensor(Target target, Map<Object, Tensor> shared) {
        return switch (target) {
            case Target.OfTensor(Tensor tensor) -> {
                if (!graph.graph().contains(tensor)) {
                    findings.note("The pin of " + tensor + " does not count: it is a tensor of another graph");
                    yield null;
                }
                yield tensor;
            }
            case Target.OfWeight(Weight weight) -> shared.get(weight);
            case Target.OfState(State state) -> shared.get(state);
            case Target.Named named -> null;
        };
    }

    /** The tensors of weights and the first versions of states. */
    private Map<Object, Tensor> sharedTensors(List<Pin> all) {
        Map<Object, Tensor> shared = new HashMap<>();
        boolean wanted = all.stream()
                .anyMatch(pin -> pin.target() instanceof Target.OfWeight || pin.target() instanceof Target.OfState);
        if (wanted) {
            for (Tensor tensor : graph.graph().tensors()) {
                Object source = tensor.weight() != null ? tensor.weight() : tensor.state();
                if (source != null) {
                    shared.putIfAbsent(source, tensor);
                }
            }
        }
        return shared;
    }

    private void byName(List<Pin> all, @Nullable Pin[] chosen) {
        List<NamedPin> named = NamedPin.lastFirst(all);
        if (named.isEmpty()) {
            return;
        }
        boolean[] pinnedStates = new boolean[chosen.length];
        for (Tensor tensor : graph.graph().tensors()) {
            boolean open = chosen[tensor.index()] == null && !isStatePinned(tensor, chosen, pinnedStates);
            if (tensor.kind() != Tensor.Kind.VIEW && open) {
                chosen[tensor.index()] = NamedPin.first(named, tensor.name());
            }
        }
        for (NamedPin pin : named) {
            if (!pin.hasMatched()) {
                findings.note("The pin of " + pin.regex() + " matches no name");
            }
        }
    }

    /** A version of a state is open to pins by name only if no version of it is pinned by value. */
    private boolean isStatePinned(Tensor tensor, @Nullable Pin[] chosen, boolean[] pinnedStates) {
        if (tensor.state() == null) {
            return false;
        }
        if (states.isEmpty()) {
            for (Tensor other : graph.graph().tensors()) {
                if (other.state() != null) {
                    int first = states.computeIfAbsent(other.state(), state -> other.index());
                    pinnedStates[first] |= chosen[other.index()] != null;
                }
            }
        }
        Integer first = states.get(tensor.state());
        return first != null && pinnedStates[first];
    }

    private int device(Pin pin, int storage) {
        for (String id : pin.devices()) {
            int device = deviceIds.indexOf(id);
            if (device >= 0) {
                return device;
            }
        }
        findings.problem(graph.tensor(storage) + " is pinned to " + String.join(" or ", pin.devices())
                + ", which is not among the devices " + deviceIds);
        return LiveGraph.NONE;
    }

    private void shareAmongVersions() {
        Map<State, Integer> known = new HashMap<>();
        for (Tensor tensor : graph.graph().tensors()) {
            int device = devices[tensor.index()];
            State state = tensor.state();
            if (state != null && device != LiveGraph.NONE) {
                Integer other = known.putIfAbsent(state, device);
                if (other != null && other != device) {
                    findings.problem("State " + state.name() + " has one home, but is pinned to " + deviceIds.get(other)
                            + " and, as " + tensor.name() + ", to " + deviceIds.get(device));
                }
            }
        }
        for (Tensor tensor : graph.graph().tensors()) {
            Integer device = tensor.state() == null ? null : known.get(tensor.state());
            if (device != null) {
                devices[tensor.index()] = device;
            }
        }
    }
}
