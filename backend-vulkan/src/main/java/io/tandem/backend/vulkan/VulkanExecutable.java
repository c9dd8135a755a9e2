package io.tandem.backend.vulkan;

import io.tandem.backend.Device;
import io.tandem.backend.Executable;
import io.tandem.backend.queue.DeviceChild;
import org.jspecify.annotations.Nullable;
import org.lwjgl.vulkan.VkCommandBuffer;

/** A program as commands that were recorded once. */
final class VulkanExecutable implements Executable, DeviceChild {
    private final VulkanDevice device;
    private volatile boolean closed;

    VulkanExecutable(VulkanDevice device) {
        this.device = device;
    }

    Device device() {
        return device;
    }

    /** The commands; null where there is nothing to do. */
    @Nullable
    VkCommandBuffer commands() {
        return null;
    }

    /** Refuses a program that is closed. */
    void requireOpen() {
        if (closed) {
            throw new IllegalStateException("A program of " + device.info().id() + " is closed");
        }
    }

    @Override
    public void close() {
        device.close(this);
    }

    @Override
    public void destroy() {
        closed = true;
    }
}
