package io.tandem.scheduler;

import io.tandem.backend.BufferSlice;
import io.tandem.graph.State;
import io.tandem.scheduler.device.ActiveDevice;
import io.tandem.scheduler.device.DeviceTransfer;
import io.tandem.scheduler.device.HostBlock;
import io.tandem.scheduler.execution.Holdings;
import io.tandem.scheduler.execution.Results;
import io.tandem.scheduler.state.StateEntry;
import io.tandem.scheduler.state.StateHomes;
import java.lang.foreign.MemorySegment;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads, sets and moves the contents of a session's states. For one thread at a time, while nothing runs. */
final class StateAccess {
    private static final long PIECE_BYTES = 4L << 20;

    private final Holdings holdings;
    private final Results results;
    private final StateHomes homes;
    private final Function<String, ActiveDevice> devices;

    StateAccess(Holdings holdings, Results results, StateHomes homes, Function<String, ActiveDevice> devices) {
        this.holdings = holdings;
        this.results = results;
        this.homes = homes;
        this.devices = devices;
    }

    StateStatus status(State state) {
        StateEntry entry = holdings.states().find(state);
        return entry == null ? StateStatus.VALID : entry.status();
    }

    /** Sets a state to zeros; returns whether its memory is another one now. */
    boolean reset(State state) {
        StateEntry entry = holdings.states().find(state);
        if (entry == null) {
            return false;
        }
        if (entry.status() == StateStatus.LOST) {
            holdings.states().remove(state);
            return true;
        }
        results.transfer(entry.device()).clear(entry.buffer());
        entry.validate();
        return false;
    }

    void snapshot(State state, MemorySegment target) {
        requireSize(state, target);
        StateEntry entry = holdings.states().find(state);
        if (entry == null) {
            target.fill((byte) 0);
            return;
        }
        requireValid(entry);
        results.transfer(entry.device()).read(entry.buffer().slice(0, state.bytes()), target);
    }

    /** Sets a state's contents; returns whether its memory is another one now. */
    boolean restore(State state, MemorySegment source) {
        requireSize(state, source);
        StateEntry entry = holdings.states().find(state);
        boolean moved = entry == null || entry.status() == StateStatus.LOST;
        StateEntry target = entry == null || moved ? holdings.states().replace(state, home(state)) : entry;
        target.invalidate("restoring it failed");
        results.transfer(target.device()).write(source, target.buffer().slice(0, state.bytes()));
        target.validate();
        return moved;
    }

    /** Moves a state with its contents; returns whether its memory is another one now. */
    boolean migrate(State state, ActiveDevice target) {
        StateEntry entry = holdings.states().find(state);
        boolean moves = entry != null && entry.device() != target;
        if (entry != null && moves) {
            requireValid(entry);
            StateEntry fresh = holdings.states().allocateAt(state, target);
            boolean complete = false;
            try {
                move(entry, fresh);
                complete = true;
            } finally {
                if (!complete) {
                    fresh.close();
                }
            }
            holdings.states().replace(fresh);
        }
        homes.move(state, target.id());
        return moves;
    }

    private void move(StateEntry from, StateEntry to) {
        DeviceTransfer down = results.transfer(from.device());
        DeviceTransfer up = results.transfer(to.device());
        long bytes = from.state().bytes();
        try (HostBlock block = new HostBlock()) {
            for (long done = 0; done < bytes; done += PIECE_BYTES) {
                long size = Math.min(PIECE_BYTES, bytes - done);
                MemorySegment piece = block.take(size);
                down.read(new BufferSlice(from.buffer(), done, size), piece);
                up.write(piece, new BufferSlice(to.buffer(), done, size));
            }
        }
    }

    private ActiveDevice home(State state) {
        @Nullable String home = homes.find(state);
        if (home == null) {
            throw new IllegalStateException(
                    "State " + state.name() + " has no home yet: no plan uses it. Plan a graph that does first");
        }
        return devices.apply(home);
    }

    private static void requireValid(StateEntry entry) {
        if (entry.status() != StateStatus.VALID) {
            throw new StateException(entry.state(), entry.status(), entry.reason());
        }
    }

    private static void requireSize(State state, MemorySegment bytes) {
        if (bytes.byteSize() != state.bytes()) {
            throw new IllegalArgumentException(
                    "State " + state + " has " + state.bytes() + " bytes, not " + bytes.byteSize());
        }
    }
}
