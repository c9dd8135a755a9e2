package io.tandem.scheduler.plan;

import io.tandem.graph.Tensor;
import java.util.List;

/**
 * Where a tensor lives and, if a node computes it, where that runs.
 *
 * @param tensor the tensor
 * @param device the index in {@link Plan#devices()}
 * @param cause the kind of reason
 * @param reason the reason in words
 * @param rejected the devices that came first in priority order and were not taken, and why
 */
public record Assignment(Tensor tensor, int device, Cause cause, String reason, List<Rejection> rejected) {
    /** Copies the list. */
    public Assignment {
        rejected = List.copyOf(rejected);
    }

    /** A device that was not taken. */
    public record Rejection(int device, String reason) {}
}
