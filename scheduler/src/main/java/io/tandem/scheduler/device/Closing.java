package io.tandem.scheduler.device;

import org.jspecify.annotations.Nullable;

/** Closes things one after the other; one that fails does not keep the others open. */
public final class Closing {
    private Closing() {}

    /**
     * Closes all in this order.
     *
     * @throws RuntimeException the first failure, with the others suppressed
     */
    public static void inOrder(AutoCloseable... resources) {
        @Nullable RuntimeException first = null;
        for (AutoCloseable resource : resources) {
            try {
                resource.close();
            } catch (Exception failure) {
                if (first == null) {
                    first = failure instanceof RuntimeException unchecked
                            ? unchecked
                            : new IllegalStateException(failure);
                } else {
                    first.addSuppressed(failure);
                }
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
