package io.tandem.backend.vulkan;

import io.tandem.backend.BackendException;
import io.tandem.backend.BackendProvider;
import io.tandem.backend.Device;
import io.tandem.backend.DeviceInfo;
import io.tandem.backend.Discovery;
import io.tandem.backend.Spi;
import java.util.Map;

/**
 * Vulkan devices, through LWJGL. Options: {@code devices} (numbers such as {@code 0,2}, also as the environment variable
 * TANDEM_VULKAN_DEVICES), {@code logicalDevices} (how many devices each physical one is shown as),
 * {@code maxAllocationBytes}, {@code disable} (features to treat as absent), {@code pipelineCache} (a folder in which built
 * kernels outlive the process; processes may share it) and {@code validation} (run under the Khronos validation layer).
 */
public final class VulkanProvider implements BackendProvider {
    static final String NAME = "vulkan";

    /** Does nothing yet: LWJGL is first touched by {@link #discover}. */
    public VulkanProvider() {}

    @Override
    public int spiVersion() {
        return Spi.VERSION;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Discovery discover(Map<String, String> options) {
        VulkanOptions read = VulkanOptions.read(options, System.getenv());
        try {
            return VulkanOwner.process().call(() -> VulkanDevices.find(read).discovery());
        } catch (LinkageError e) {
            return new Discovery.Unavailable(VulkanLoader.reason(e));
        } catch (BackendException e) {
            return new Discovery.Unavailable(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public Device open(DeviceInfo device, Map<String, String> options) {
        VulkanOptions read = VulkanOptions.read(options, System.getenv());
        try {
            return VulkanDevice.open(device, read);
        } catch (LinkageError e) {
            throw new BackendException(BackendException.Kind.UNAVAILABLE, device.id(), VulkanLoader.reason(e), e);
        }
    }
}
