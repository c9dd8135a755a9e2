package io.tandem.scheduler;

import io.tandem.scheduler.execution.CompiledPlan;
import io.tandem.scheduler.plan.Plan;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The plans that a session keeps compiled, by identity; the least recently used one goes first. For one thread at a time. */
final class PlanCache {
    private final int capacity;
    private final IdentityHashMap<Plan, Entry> entries = new IdentityHashMap<>();
    private long uses;

    /** A plan as it was asked for, and as it is carried out. */
    private static final class Entry {
        private CompiledPlan compiled;
        private long lastUse;

        Entry(CompiledPlan compiled) {
            this.compiled = compiled;
        }
    }

    PlanCache(int capacity) {
        this.capacity = capacity;
    }

    @Nullable
    CompiledPlan find(Plan plan) {
        Entry entry = entries.get(plan);
        if (entry == null) {
            return null;
        }
        uses++;
        entry.lastUse = uses;
        return entry.compiled;
    }

    /** Keeps what carries out {@code plan}, in place of what did so before. */
    void put(Plan plan, CompiledPlan compiled) {
        uses++;
        Entry entry = entries.get(plan);
        if (entry == null) {
            entry = new Entry(compiled);
            entries.put(plan, entry);
        } else if (entry.compiled != compiled) {
            entry.compiled.close();
            entry.compiled = compiled;
        }
        entry.lastUse = uses;
    }

    /** Whether one more plan pushes another one out. */
    boolean isFull() {
        return entries.size() >= capacity;
    }

    /** Forgets the least recently used plan. */
    void evict() {
        Plan oldest = null;
        long lastUse = Long.MAX_VALUE;
        for (Map.Entry<Plan, Entry> entry : entries.entrySet()) {
            if (entry.getValue().lastUse < lastUse) {
                oldest = entry.getKey();
                lastUse = entry.getValue().lastUse;
            }
        }
        Entry removed = entries.remove(oldest);
        if (removed != null) {
            removed.compiled.close();
        }
    }

    /** Frees the programs of all plans, which can be bound again. */
    void unbindAll() {
        entries.values().forEach(entry -> entry.compiled.unbind());
    }

    void clear() {
        unbindAll();
        entries.clear();
    }
}
