package io.tandem.scheduler.execution;

import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Lets one thread at a time wait for something that another thread makes true and tells by {@link #wake}. */
final class Sleeper {
    private static final int SPINS = 500;

    private volatile @Nullable Thread sleeping;

    /** Spins briefly, then sleeps until {@code sight} gives something. An interrupt is kept for later. */
    <T> T await(Supplier<@Nullable T> sight) {
        T seen = sight.get();
        for (int i = 0; seen == null && i < SPINS; i++) {
            Thread.onSpinWait();
            seen = sight.get();
        }
        return seen == null ? sleep(sight) : seen;
    }

    private <T> T sleep(Supplier<@Nullable T> sight) {
        boolean interrupted = false;
        try {
            while (true) {
                sleeping = Thread.currentThread();
                T seen = sight.get();
                if (seen != null) {
                    return seen;
                }
                LockSupport.park(this);
                // With the flag set nobody can sleep.
                interrupted |= Thread.interrupted();
            }
        } finally {
            sleeping = null;
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Lets the thread that sleeps, if one does, look again. */
    void wake() {
        Thread thread = sleeping;
        if (thread != null) {
            LockSupport.unpark(thread);
        }
    }
}
