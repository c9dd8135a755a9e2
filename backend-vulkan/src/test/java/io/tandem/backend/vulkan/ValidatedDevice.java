package io.tandem.backend.vulkan;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.backend.DeviceInfo;
import io.tandem.backend.Discovery;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;

/** The first device, open under the validation layer, which must not say a word. */
final class ValidatedDevice implements AutoCloseable {
    private static final VulkanProvider PROVIDER = new VulkanProvider();

    /** Hosts that have a GPU may lack the layer: -Dtandem.vulkan.validation=false runs the tests without. */
    private static final boolean VALIDATION =
            Boolean.parseBoolean(System.getProperty("tandem.vulkan.validation", "true"));

    private final VulkanDevice device;

    private int messagesBefore;

    private ValidatedDevice(VulkanDevice device) {
        this.device = device;
        this.messagesBefore = messages().size();
    }

    /** Opens the device with further options, names and values in turn. */
    static ValidatedDevice open(String... options) {
        Map<String, String> all = options(options);
        return new ValidatedDevice((VulkanDevice) PROVIDER.open(devices(all).getFirst(), all));
    }

    static Map<String, String> options(String... options) {
        Map<String, String> all = new HashMap<>(Map.of(VulkanOptions.VALIDATION, String.valueOf(VALIDATION)));
        for (int i = 0; i < options.length; i += 2) {
            all.put(options[i], options[i + 1]);
        }
        return all;
    }

    /** The devices that are found; without any, the test is skipped with the reason. */
    static List<DeviceInfo> devices(Map<String, String> options) {
        return switch (PROVIDER.discover(options)) {
            case Discovery.Found(List<DeviceInfo> devices, var refused) -> {
                Assumptions.assumeFalse(devices.isEmpty(), () -> "no Vulkan device: " + refused);
                yield devices;
            }
            case Discovery.Unavailable(String reason) -> {
                Assumptions.abort(reason);
                yield List.of();
            }
        };
    }

    /** Whether the layer is on. */
    static boolean validates() {
        return VALIDATION;
    }

    /** Leaves aside what was said until now. */
    void forgetMessages() {
        messagesBefore = messages().size();
    }

    VulkanDevice device() {
        return device;
    }

    @Override
    public void close() {
        device.close();
        List<String> messages = messages();
        assertThat(messages.subList(messagesBefore, messages.size())).isEmpty();
    }

    /** All that the validation layer said in this process. */
    static List<String> messages() {
        VulkanOwner owner = VulkanOwner.process();
        return owner.call(() -> owner.instance(VALIDATION).validationMessages());
    }
}
