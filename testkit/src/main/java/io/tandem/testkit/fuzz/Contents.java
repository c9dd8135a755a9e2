package io.tandem.testkit.fuzz;

import io.tandem.graph.Tensor;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;

/** The bytes of tensors that are their own storage. */
final class Contents {
    private final Map<Tensor, MemorySegment> bytes = new HashMap<>();

    void put(Tensor tensor, MemorySegment contents) {
        bytes.put(tensor, contents);
    }

    void putAll(Contents others) {
        bytes.putAll(others.bytes);
    }

    /** The bytes of the tensor's storage. */
    MemorySegment of(Tensor tensor) {
        MemorySegment contents = bytes.get(tensor.storage());
        if (contents == null) {
            throw new AssertionError("The contents of " + tensor + " are not known");
        }
        return contents;
    }

    Map<Tensor, MemorySegment> asMap() {
        return Map.copyOf(bytes);
    }
}
