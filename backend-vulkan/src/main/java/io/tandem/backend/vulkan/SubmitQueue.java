package io.tandem.backend.vulkan;

import static org.lwjgl.vulkan.VK12.vkGetDeviceQueue;

import java.util.concurrent.locks.ReentrantLock;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VkQueue;
import org.lwjgl.vulkan.VkSubmitInfo;

/** A queue of the driver's, which all queues of the device share: the driver wants one thread at a time. */
final class SubmitQueue {
    private final Vk vk;
    private final VkQueue handle;
    private final int family;
    private final ReentrantLock lock = new ReentrantLock();

    SubmitQueue(Vk vk, int family, int index) {
        this.vk = vk;
        this.family = family;
        try (MemoryStack stack = MemoryStack.stackPush()) {
            PointerBuffer pointer = stack.mallocPointer(1);
            vkGetDeviceQueue(vk.device(), family, index, pointer);
            handle = new VkQueue(pointer.get(0), vk.device());
        }
    }

    int family() {
        return family;
    }

    void submit(VkSubmitInfo info) {
        lock.lock();
        try {
            vk.submit(handle, info);
        } finally {
            lock.unlock();
        }
    }
}
