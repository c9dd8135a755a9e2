package io.tandem.scheduler.discovery;

import io.tandem.backend.DeviceInfo;
import io.tandem.backend.DeviceKind;
import io.tandem.scheduler.Unavailable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Turns a list such as {@code gpu,cpu} into devices in priority order, with reasons. For one selection. */
public final class Selector {
    private static final Map<String, Predicate<DeviceInfo>> KINDS = Map.of(
            "gpu", info -> info.kind() == DeviceKind.GPU || info.kind() == DeviceKind.INTEGRATED_GPU,
            "integrated", info -> info.kind() == DeviceKind.INTEGRATED_GPU,
            "accelerator", info -> info.kind() == DeviceKind.ACCELERATOR,
            "cpu", info -> info.kind() == DeviceKind.CPU);

    /** Vulkan is taken before OpenCL for the same GPU. */
    private static final Comparator<DeviceInfo> BY_PREFERENCE = Comparator.comparing(DeviceInfo::kind)
            .thenComparing(info -> info.provider().equals("opencl"));

    private final Catalog catalog;
    private final boolean allowSoftware;
    private final List<Choice> chosen = new ArrayList<>();
    private final List<Choice> passedOver = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    /** Prepares a selection. */
    public Selector(Catalog catalog, boolean allowSoftware) {
        this.catalog = catalog;
        this.allowSoftware = allowSoftware;
    }

    /**
     * A device and why it was chosen or passed over.
     *
     * @param device the device
     * @param byId whether it was asked for by id, so that nothing else will do
     * @param reason the reason in words
     */
    public record Choice(DeviceInfo device, boolean byId, String reason) {
        static Choice of(DeviceInfo device, String reason) {
            return new Choice(device, false, reason);
        }
    }

    /**
     * What was chosen.
     *
     * @param chosen in priority order
     * @param passedOver all others
     * @param notes words that chose nothing, and why
     */
    public record Result(List<Choice> chosen, List<Choice> passedOver, List<String> notes) {
        /** Copies the lists. */
        public Result {
            chosen = List.copyOf(chosen);
            passedOver = List.copyOf(passedOver);
            notes = List.copyOf(notes);
        }

        /** This result after a device could not be opened. */
        public Result without(Choice choice, String reason) {
            List<Choice> left = new ArrayList<>(chosen);
            left.remove(choice);
            List<Choice> others = new ArrayList<>(passedOver);
            others.add(Choice.of(choice.device(), reason));
            List<String> more = new ArrayList<>(notes);
            more.add(choice.device() + " is left out: " + reason);
            return new Result(left, others, more);
        }
    }

    /**
     * Chooses.
     *
     * @param list ids, kinds and provider names, separated by commas; blank for the default order
     * @throws IllegalArgumentException for a word that names nothing; the message lists what there is
     */
    public Result select(String list) {
        if (list.isBlank()) {
            take(info -> true, "default order");
        } else {
            for (String word : list.split(",", -1)) {
                takeWord(word.strip());
            }
        }
        addFallback();
        return new Result(chosen, passedOver(), notes);
    }

    private void takeWord(String word) {
        Optional<DeviceInfo> byId = catalog.devices().stream()
                .filter(info -> info.id().equals(word))
                .findFirst();
        Predicate<DeviceInfo> ofKind = KINDS.get(word);
        int before = chosen.size();
        if (byId.isPresent()) {
            takeById(byId.get());
        } else if (ofKind != null) {
            take(ofKind, "of kind " + word);
        } else if (take(info -> info.provider().equals(word), "of provider " + word) == 0) {
            throw new IllegalArgumentException("No device, kind or provider '" + word + "'. " + whatThereIs());
        }
        if (chosen.size() == before) {
            notes.add("'" + word + "' adds no device. " + whatThereIs());
        }
    }

    private void takeById(DeviceInfo info) {
        if (!isChosen(info)) {
            chosen.add(new Choice(info, true, "asked for by id"));
        }
    }

    /** Takes the devices that match and are not there yet; returns how many match. */
    private int take(Predicate<DeviceInfo> matches, String reason) {
        int matching = 0;
        for (DeviceInfo info :
                catalog.devices().stream().sorted(BY_PREFERENCE).filter(matches).toList()) {
            matching++;
            Optional<DeviceInfo> twin = chosen.stream()
                    .map(Choice::device)
                    .filter(other -> Hardware.same(info, other))
                    .findFirst();
            if (isChosen(info)) {
                continue;
            }
            if (info.software() && !allowSoftware) {
                passedOver.add(Choice.of(info, "a software driver: used when asked for by id or with allowSoftware"));
            } else if (twin.isPresent()) {
                passedOver.add(
                        Choice.of(info, "the same hardware as " + twin.get().id()));
            } else {
                chosen.add(Choice.of(info, reason));
            }
        }
        return matching;
    }

    private void addFallback() {
        Predicate<DeviceInfo> isCpu = info -> info.kind() == DeviceKind.CPU && !info.software();
        if (chosen.stream().map(Choice::device).noneMatch(isCpu)) {
            catalog.devices().stream()
                    .filter(isCpu)
                    .findFirst()
                    .ifPresent(info -> chosen.add(Choice.of(info, "the fallback for what no other device supports")));
        }
    }

    private List<Choice> passedOver() {
        Set<Choice> others = new LinkedHashSet<>(passedOver);
        others.removeIf(other -> isChosen(other.device()));
        Set<DeviceInfo> told = new LinkedHashSet<>();
        others.forEach(other -> told.add(other.device()));
        catalog.devices().stream()
                .filter(info -> !isChosen(info) && told.add(info))
                .forEach(info -> others.add(Choice.of(info, "not asked for")));
        return List.copyOf(others);
    }

    private boolean isChosen(DeviceInfo info) {
        return chosen.stream().anyMatch(choice -> choice.device().id().equals(info.id()));
    }

    private String whatThereIs() {
        StringBuilder text = new StringBuilder("Devices: ")
                .append(String.join(
                        ", ",
                        catalog.devices().stream().map(DeviceInfo::toString).toList()))
                .append("; kinds: gpu, integrated, accelerator, cpu");
        for (Unavailable missing : catalog.unavailable()) {
            text.append("; not available: ")
                    .append(missing.description())
                    .append(" (")
                    .append(missing.reason())
                    .append(')');
        }
        return text.toString();
    }
}
