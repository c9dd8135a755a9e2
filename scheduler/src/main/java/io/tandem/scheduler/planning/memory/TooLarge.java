package io.tandem.scheduler.planning.memory;

import io.tandem.backend.BackendException;
import io.tandem.backend.BackendException.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects what does not fit one allocation of its device. */
final class TooLarge {
    private final Setting setting;
    private final List<String> facts = new ArrayList<>();
    private @Nullable String device;

    TooLarge(Setting setting) {
        this.setting = setting;
    }

    void check(String what, long bytes, int on) {
        long most = setting.limits(on).maxAllocationBytes();
        if (bytes > most) {
            String id = setting.devices().get(on).info().id();
            facts.add(what + " takes " + bytes + " bytes, and " + id + " allocates at most " + most + " at once");
            device = device == null ? id : device;
        }
    }

    void throwIfAny() {
        if (device != null) {
            throw new BackendException(
                    Kind.OUT_OF_MEMORY,
                    device,
                    "Planning memory failed on " + device + ": " + String.join("; ", facts)
                            + ". Pin it to another device or split it");
        }
    }
}
