package io.tandem.scheduler.execution;

import io.tandem.graph.Node;
import io.tandem.graph.State;
import io.tandem.graph.Tensor;
import io.tandem.scheduler.plan.Command;
import io.tandem.scheduler.plan.Lane;
import io.tandem.scheduler.plan.Plan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Orders the accesses of consecutive runs to one state: whoever writes it waits for all accesses in the run before, and
 * whoever reads it for the writes. Inside one run the plan's own edges do that.
 */
final class StateEdges {
    private final Plan plan;
    private final Map<State, Map<Lane, Integer>> lastAccess = new HashMap<>();
    private final Map<State, Set<Lane>> writingLanes = new HashMap<>();

    StateEdges(Plan plan) {
        this.plan = plan;
        for (Command command : plan.commands()) {
            for (State state : accessed(command)) {
                lastAccess.computeIfAbsent(state, key -> new HashMap<>()).put(command.lane(), command.id());
            }
            for (State state : written(command)) {
                writingLanes.computeIfAbsent(state, key -> new HashSet<>()).add(command.lane());
            }
        }
    }

    /** The commands of the run before that must be done before {@code command} starts. */
    List<Integer> before(Command command) {
        List<Integer> before = new ArrayList<>();
        Set<State> written = written(command);
        for (State state : accessed(command)) {
            Set<Lane> writers = writingLanes.getOrDefault(state, Set.of());
            lastAccess.getOrDefault(state, Map.of()).forEach((lane, last) -> {
                if (written.contains(state) || writers.contains(lane)) {
                    before.add(last);
                }
            });
        }
        return before;
    }

    private Set<State> accessed(Command command) {
        Set<State> states = new HashSet<>();
        switch (command) {
            case Command.Upload upload -> {}
            case Command.Copy copy ->
                add(states, copy.transfer().storage(), copy.transfer().from());
            case Command.Execute execute -> {
                for (Node node : execute.segment().nodes()) {
                    node.inputs()
                            .forEach(input ->
                                    add(states, input.storage(), execute.lane().device()));
                    add(states, node.output().storage(), execute.lane().device());
                }
            }
        }
        return states;
    }

    private void add(Set<State> states, Tensor storage, int device) {
        State state = storage.state();
        if (state != null && plan.assignment(storage).device() == device) {
            states.add(state);
        }
    }

    private static Set<State> written(Command command) {
        Set<State> states = new HashSet<>();
        if (command instanceof Command.Execute execute) {
            for (Node node : execute.segment().nodes()) {
                addWritten(states, node);
            }
        }
        return states;
    }

    private static void addWritten(Set<State> states, Node node) {
        @Nullable State state = node.op().writesState() ? node.output().state() : null;
        if (state != null) {
            states.add(state);
        }
    }
}
