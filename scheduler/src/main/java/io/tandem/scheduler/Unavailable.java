package io.tandem.scheduler;

import org.jspecify.annotations.Nullable;

/**
 * A backend or a device that was looked for and cannot be used.
 *
 * @param provider the provider's name, or its class where it could not be asked for a name
 * @param description what cannot be used, for people to read
 * @param reason why not, and the remedy where there is one
 * @param cause what was thrown, if anything
 */
public record Unavailable(
        String provider,
        String description,
        String reason,
        @Nullable Throwable cause) {}
