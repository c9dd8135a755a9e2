package io.tandem.backend.vulkan;

import io.tandem.backend.BackendProvider;
import io.tandem.backend.Device;
import io.tandem.backend.DeviceInfo;
import io.tandem.backend.Discovery;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.lwjgl.vulkan.VK10;

/** The Vulkan backend, whose last opened device can be lost on demand. */
public final class LosableVulkan implements BackendProvider {
    private final VulkanProvider provider = new VulkanProvider();
    private @Nullable VulkanDevice last;

    @Override
    public int spiVersion() {
        return provider.spiVersion();
    }

    @Override
    public String name() {
        return provider.name();
    }

    @Override
    public Discovery discover(Map<String, String> options) {
        return provider.discover(options);
    }

    @Override
    public Device open(DeviceInfo device, Map<String, String> options) {
        VulkanDevice opened = (VulkanDevice) provider.open(device, options);
        last = opened;
        return opened;
    }

    /** Lets the driver say at the next submission that the device is lost. */
    public void loseAtNextSubmission() {
        Objects.requireNonNull(last).vk().failNext("vkQueueSubmit", VK10.VK_ERROR_DEVICE_LOST);
    }
}
