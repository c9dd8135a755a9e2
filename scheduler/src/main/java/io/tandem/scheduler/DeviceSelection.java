package io.tandem.scheduler;

import io.tandem.backend.BackendException;
import io.tandem.backend.DeviceInfo;
import io.tandem.scheduler.discovery.Selector;
import java.util.List;

/** Devices in priority order, and why these. Immutable. */
public final class DeviceSelection {
    private final Devices owner;
    private final Selector.Result result;

    DeviceSelection(Devices owner, Selector.Result result) {
        this.owner = owner;
        this.result = result;
    }

    /**
     * A device and why it was chosen or passed over.
     *
     * @param device the device
     * @param reason the reason in words
     */
    public record Choice(DeviceInfo device, String reason) {}

    Devices owner() {
        return owner;
    }

    Selector.Result result() {
        return result;
    }

    void requireAny() {
        if (result.chosen().isEmpty()) {
            StringBuilder text = new StringBuilder("No device to run on. ").append(explain());
            for (Unavailable missing : owner.unavailable()) {
                text.append("-  ")
                        .append(missing.description())
                        .append(": ")
                        .append(missing.reason())
                        .append('\n');
            }
            throw new BackendException(
                    BackendException.Kind.UNAVAILABLE,
                    "scheduler",
                    text.append("Add a backend such as tandem-backend-cpu").toString());
        }
    }

    /** The devices in priority order. */
    public List<DeviceInfo> devices() {
        return result.chosen().stream().map(Selector.Choice::device).toList();
    }

    /** The devices in priority order, with reasons. */
    public List<Choice> chosen() {
        return choices(result.chosen());
    }

    /** All other devices, with reasons. */
    public List<Choice> passedOver() {
        return choices(result.passedOver());
    }

    /** What was asked for and is not there, and why. */
    public List<String> notes() {
        return result.notes();
    }

    /** All of this for people, one line per device. */
    public String explain() {
        StringBuilder text = new StringBuilder();
        int number = 1;
        for (Choice choice : chosen()) {
            text.append(number)
                    .append(". ")
                    .append(choice.device())
                    .append(": ")
                    .append(choice.reason())
                    .append('\n');
            number++;
        }
        for (Choice choice : passedOver()) {
            text.append("-  ")
                    .append(choice.device())
                    .append(": ")
                    .append(choice.reason())
                    .append('\n');
        }
        notes().forEach(note -> text.append("!  ").append(note).append('\n'));
        return text.toString();
    }

    private static List<Choice> choices(List<Selector.Choice> choices) {
        return choices.stream()
                .map(choice -> new Choice(choice.device(), choice.reason()))
                .toList();
    }
}
