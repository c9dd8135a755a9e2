package io.tandem.scheduler.plan;

import io.tandem.graph.State;
import io.tandem.graph.Tensor;
import io.tandem.graph.Weight;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What a user decides about placement: an immutable list of pins. Devices decide the rest by priority. Pins are promises:
 * a plan honours each or is refused.
 *
 * @param pins in the order in which they were made; the last one that matches a tensor counts, and one by value before any
 *     by name
 */
public record Placement(List<Pin> pins) {
    /** Copies the list. */
    public Placement {
        pins = List.copyOf(pins);
    }

    /** No pins. */
    public static Placement priority() {
        return new Placement(List.of());
    }

    /** Pins a tensor: an input, a weight, a state, a result. Further devices are alternatives for when one is lost. */
    public Placement pin(Tensor tensor, String device, String... alternatives) {
        return with(new Pin(new Target.OfTensor(tensor), devices(device, alternatives)));
    }

    /** Pins a weight in every graph. */
    public Placement pin(Weight weight, String device, String... alternatives) {
        return with(new Pin(new Target.OfWeight(weight), devices(device, alternatives)));
    }

    /** Pins a state in every graph. */
    public Placement pin(State state, String device, String... alternatives) {
        return with(new Pin(new Target.OfState(state), devices(device, alternatives)));
    }

    /**
     * Pins every tensor whose whole name matches a regular expression: {@code blk\.1\..*} is a scope.
     *
     * @throws java.util.regex.PatternSyntaxException if the expression is malformed
     */
    public Placement pin(String nameRegex, String device, String... alternatives) {
        return with(new Pin(new Target.Named(Pattern.compile(nameRegex)), devices(device, alternatives)));
    }

    private Placement with(Pin pin) {
        List<Pin> all = new ArrayList<>(pins);
        all.add(pin);
        return new Placement(all);
    }

    private static List<String> devices(String first, String... others) {
        List<String> all = new ArrayList<>();
        all.add(first);
        all.addAll(List.of(others));
        return all;
    }

    /**
     * A pin.
     *
     * @param target what
     * @param devices where: the first of these ids that is among the scheduler's devices
     */
    public record Pin(Target target, List<String> devices) {
        /** Copies the list. */
        public Pin {
            devices = List.copyOf(devices);
        }
    }

    /** What is pinned. */
    public sealed interface Target {
        /** One tensor. */
        record OfTensor(Tensor tensor) implements Target {}

        /** A weight, in whatever graph. */
        record OfWeight(Weight weight) implements Target {}

        /** A state, in whatever graph. */
        record OfState(State state) implements Target {}

        /** Tensors by name. */
        record Named(Pattern name) implements Target {}
    }
}
