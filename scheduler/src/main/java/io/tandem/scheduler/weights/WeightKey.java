package io.tandem.scheduler.weights;

import io.tandem.backend.WeightLayout;
import io.tandem.graph.Weight;
import io.tandem.scheduler.device.ActiveDevice;
import org.jspecify.annotations.Nullable;

/** What makes two loads of a weight the same: weight and device by identity, the layout by its id. */
record WeightKey(Weight weight, ActiveDevice device, String layout) {
    private static final String PLAIN = "";

    static WeightKey of(Weight weight, ActiveDevice device, @Nullable WeightLayout layout) {
        return new WeightKey(weight, device, layout == null ? PLAIN : layout.id());
    }
}
