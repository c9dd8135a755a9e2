package io.tandem.scheduler.execution;

import io.tandem.scheduler.device.ActiveDevice;
import io.tandem.scheduler.plan.Command;
import io.tandem.scheduler.plan.Lane;
import io.tandem.scheduler.plan.Plan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The commands of a plan sorted by lane, with what each waits for. The same for every slot of the pipeline. */
final class Schedule {
    private final Plan plan;
    private final List<ActiveDevice> devices;
    private final Map<Lane, List<Command>> lanes = new LinkedHashMap<>();
    private final List<Waits> waits = new ArrayList<>();

    Schedule(Plan plan, List<ActiveDevice> devices) {
        this.plan = plan;
        this.devices = devices;
        for (Command command : plan.commands()) {
            lanes.computeIfAbsent(command.lane(), lane -> new ArrayList<>()).add(command);
        }
        StateEdges edges = new StateEdges(plan);
        List<Set<Integer>> after = new ArrayList<>();
        List<Set<Integer>> afterPrevious = new ArrayList<>();
        boolean[] awaited = new boolean[plan.commands().size()];
        for (Command command : plan.commands()) {
            after.add(others(command, command.after(), awaited));
            Set<Integer> previous = others(command, command.afterPrevious(), awaited);
            previous.addAll(others(command, edges.before(command), awaited));
            afterPrevious.add(previous);
        }
        for (Command command : plan.commands()) {
            int id = command.id();
            waits.add(new Waits(
                    ints(after.get(id)), passable(command, after.get(id)), ints(afterPrevious.get(id)), awaited[id]));
        }
    }

    /** The lanes that have something to do. */
    List<Lane> lanes() {
        return List.copyOf(lanes.keySet());
    }

    /** The commands of a lane in order. */
    List<Command> commands(Lane lane) {
        return lanes.getOrDefault(lane, List.of());
    }

    /** What a command waits for. */
    Waits waits(int command) {
        return waits.get(command);
    }

    private Set<Integer> others(Command command, Iterable<Integer> ids, boolean[] awaited) {
        Set<Integer> others = new TreeSet<>();
        for (int id : ids) {
            if (!plan.commands().get(id).lane().equals(command.lane())) {
                others.add(id);
                awaited[id] = true;
            }
        }
        return others;
    }

    private boolean[] passable(Command command, Set<Integer> after) {
        boolean[] passable = new boolean[after.size()];
        ActiveDevice own = devices.get(command.lane().device());
        int i = 0;
        for (int id : after) {
            ActiveDevice other = devices.get(plan.commands().get(id).lane().device());
            passable[i] = own == other || own.device().canUse(other.device());
            i++;
        }
        return passable;
    }

    private static int[] ints(Set<Integer> values) {
        return values.stream().mapToInt(Integer::intValue).toArray();
    }
}
