package io.tandem.scheduler.planning.assign;

import io.tandem.scheduler.plan.Placement.Pin;
import io.tandem.scheduler.plan.Placement.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A pin by name, and whether it has matched anything. */
final class NamedPin {
    private final Pin pin;
    private final Matcher matcher;
    private boolean matched;

    private NamedPin(Pin pin, Pattern name) {
        this.pin = pin;
        this.matcher = name.matcher("");
    }

    /** The pins by name, the last one first. */
    static List<NamedPin> lastFirst(List<Pin> pins) {
        List<NamedPin> named = new ArrayList<>();
        for (Pin pin : pins.reversed()) {
            if (pin.target() instanceof Target.Named(Pattern name)) {
                named.add(new NamedPin(pin, name));
            }
        }
        return named;
    }

    /** The first that matches the name. */
    static @Nullable Pin first(List<NamedPin> pins, String name) {
        for (NamedPin candidate : pins) {
            if (candidate.matcher.reset(name).matches()) {
                candidate.matched = true;
                return candidate.pin;
            }
        }
        return null;
    }

    boolean hasMatched() {
        return matched;
    }

    String regex() {
        return matcher.pattern().pattern();
    }
}
