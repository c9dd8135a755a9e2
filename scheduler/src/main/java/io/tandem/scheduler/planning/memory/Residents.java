package io.tandem.scheduler.planning.memory;

import io.tandem.backend.WeightLayout;
import io.tandem.graph.Node;
import io.tandem.graph.State;
import io.tandem.graph.Tensor;
import io.tandem.graph.Weight;
import io.tandem.scheduler.plan.Location;
import io.tandem.scheduler.plan.Transfer;
import io.tandem.scheduler.planning.work.LiveGraph;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds where weights and states lie, which stay from run to run, and in which layout. */
final class Residents {
    private final Setting setting;
    private final LiveGraph graph;
    private final List<Map<Tensor, Location>> locations;
    private final List<Transfer> replicas = new ArrayList<>();
    private final long[] weightBytes;
    private final long[] stateBytes;
    private final TooLarge tooLarge;

    Residents(Setting setting, List<Map<Tensor, Location>> locations, TooLarge tooLarge) {
        this.setting = setting;
        this.graph = setting.schedule().graph();
        this.locations = locations;
        this.weightBytes = new long[setting.devices().size()];
        this.stateBytes = new long[setting.devices().size()];
        this.tooLarge = tooLarge;
    }

    /** Places all weights and states. */
    void place() {
        Set<State> placed = new HashSet<>();
        for (int storage = 0; storage < graph.tensorCount(); storage++) {
            if (!graph.isNeeded(storage)) {
                continue;
            }
            Tensor tensor = graph.tensor(storage);
            Weight weight = tensor.weight();
            State state = tensor.state();
            int home = setting.schedule().assigned().home(storage);
            if (weight != null) {
                placeWeight(tensor, weight, home);
            } else if (state != null) {
                locations.get(home).put(tensor, new Location.OfState(state));
                if (placed.add(state)) {
                    stateBytes[home] += state.bytes();
                    tooLarge.check("state " + state, state.bytes(), home);
                }
            }
        }
    }

    private void placeWeight(Tensor tensor, Weight weight, int home) {
        Set<Integer> devices = new LinkedHashSet<>();
        devices.add(home);
        for (int use = graph.firstUse(tensor.index()); use < graph.firstUse(tensor.index() + 1); use++) {
            devices.add(setting.schedule().assigned().node(graph.readNode(graph.useRead(use))));
        }
        for (int device : devices) {
            WeightLayout layout = layout(tensor, weight, device);
            long bytes = layout == null ? weight.bytes() : layout.bytes();
            weightBytes[device] += bytes;
            tooLarge.check("weight " + weight, bytes, device);
            locations.get(device).put(tensor, new Location.OfWeight(weight, layout));
            if (device != home) {
                replicas.add(new Transfer(tensor, 0, weight.bytes(), home, device));
            }
        }
    }

    /** The device's own layout, unless a view or an output needs the plain one. */
    private @Nullable WeightLayout layout(Tensor tensor, Weight weight, int device) {
        List<Node> uses = new ArrayList<>();
        for (int use = graph.firstUse(tensor.index()); use < graph.firstUse(tensor.index() + 1); use++) {
            int read = graph.useRead(use);
            int node = graph.readNode(read);
            Tensor operand = graph.node(node).inputs().get(read - graph.firstRead(node));
            if (setting.schedule().assigned().node(node) == device) {
                if (operand != tensor) {
                    return null;
                }
                if (uses.isEmpty() || !uses.getLast().equals(graph.node(node))) {
                    uses.add(graph.node(node));
                }
            }
        }
        boolean plain = uses.isEmpty() || graph.isOutput(tensor.index());
        return plain ? null : setting.devices().get(device).layout(weight, uses).orElse(null);
    }

    List<Transfer> replicas() {
        return Collections.unmodifiableList(replicas);
    }

    long weightBytes(int device) {
        return weightBytes[device];
    }

    long stateBytes(int device) {
        return stateBytes[device];
    }
}
