package io.tandem.scheduler.state;

import io.tandem.graph.Graph;
import io.tandem.graph.State;
import io.tandem.scheduler.plan.Plan;
import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/** On which device each state lives: decided by its first plan, changed by migration and loss. Safe for any number of threads. */
public final class StateHomes {
    private final Map<State, String> homes = new WeakHashMap<>();

    /** The homes of a graph's states that have one. */
    public synchronized Map<State, String> of(Graph graph) {
        Map<State, String> known = new HashMap<>();
        for (State state : graph.states()) {
            String home = homes.get(state);
            if (home != null) {
                known.put(state, home);
            }
        }
        return known;
    }

    /** The home of a state, if it has one. */
    public synchronized @Nullable String find(State state) {
        return homes.get(state);
    }

    /** Keeps the homes of a plan's states that have none yet. */
    public synchronized void learn(Plan plan) {
        for (State state : plan.graph().states()) {
            homes.putIfAbsent(
                    state, plan.deviceOf(plan.graph().lastVersion(state)).id());
        }
    }

    /** Moves a state. */
    public synchronized void move(State state, String device) {
        homes.put(state, device);
    }

    /** Forgets the homes on a device that is gone. */
    public synchronized void forget(String device) {
        homes.values().removeIf(home -> home.equals(device));
    }
}
