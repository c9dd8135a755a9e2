package io.tandem.scheduler.planning;

import io.tandem.scheduler.plan.Command;
import io.tandem.scheduler.plan.Lane;
import io.tandem.scheduler.plan.Plan;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which commands are done before others start, whatever the speed of the lanes: the transitive closure of lane order and
 * explicit edges, over any number of consecutive runs. Command {@code id} of run {@code r} has number {@code r * commands +
 * id}.
 */
final class HappensBefore {
    private final List<BitSet> before = new ArrayList<>();
    private final int commands;

    private HappensBefore(int commands) {
        this.commands = commands;
    }

    static HappensBefore of(Plan plan, int runs) {
        HappensBefore order = new HappensBefore(plan.commands().size());
        Map<Lane, Integer> last = new HashMap<>();
        for (int run = 0; run < runs; run++) {
            for (Command command : plan.commands()) {
                order.add(command, run, last);
            }
        }
        return order;
    }

    private void add(Command command, int run, Map<Lane, Integer> last) {
        BitSet known = new BitSet();
        Integer previous = last.put(command.lane(), run * commands + command.id());
        if (previous != null) {
            learn(known, previous);
        }
        for (int other : command.after()) {
            learn(known, run * commands + other);
        }
        for (int other : command.afterPrevious()) {
            if (run > 0) {
                learn(known, (run - 1) * commands + other);
            }
        }
        before.add(known);
    }

    private void learn(BitSet known, int other) {
        known.or(before.get(other));
        known.set(other);
    }

    /** Whether the first command is done before the second starts. */
    boolean test(int first, int second) {
        return before.get(second).get(first);
    }

    int number(int run, int id) {
        return run * commands + id;
    }
}
