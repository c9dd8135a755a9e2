package io.tandem.testkit.conformance;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;

/**
 * What a run of the tests tries where trying everything takes too long: another part with each number. The number is the
 * system property {@code tandem.rotation}, which {@code bin/verify} derives from the commit, or else that of the day.
 */
public final class Rotation {
    private static final String PROPERTY = "tandem.rotation";

    private Rotation() {}

    /** The number of this run, not negative. */
    public static long number() {
        String given = System.getProperty(PROPERTY, "");
        return given.isBlank() ? LocalDate.now(ZoneOffset.UTC).toEpochDay() : Long.parseUnsignedLong(given);
    }

    /** The choice whose turn it is. */
    public static <T> T choose(List<T> choices) {
        return choices.get((int) (number() % choices.size()));
    }
}
