package io.tandem.backend.vulkan;

import static org.lwjgl.vulkan.VK10.VK_NULL_HANDLE;

import io.tandem.backend.BackendException;
import io.tandem.backend.BackendException.Kind;
import io.tandem.backend.gpu.KernelFile;
import io.tandem.backend.gpu.KernelKey;
import io.tandem.backend.queue.DeviceChild;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lwjgl.system.MemoryUtil;

/**
 * The kernels of a device, each built when it is first needed. All have one layout: push constants, which hold the address
 * of their other parameters. Safe for any number of threads.
 */
final class Pipelines implements DeviceChild {
    /** The bytes of push constants, see {@link Pushed}: as many as every device has. */
    static final int PUSHED_BYTES = 128;

    private final Vk vk;
    private final PhysicalDevice.ComputeLimits limits;
    private final @Nullable KernelFile store;
    private final long cache;
    private final long layout;
    private final Map<String, Long> modules = new HashMap<>();
    private final Map<KernelKey, Long> pipelines = new HashMap<>();
    private final Map<KernelKey, BackendException> failures = new HashMap<>();

    /** Kernels of a device; those that an earlier process built come from {@code store}, and go there at the end. */
    Pipelines(Vk vk, PhysicalDevice.ComputeLimits limits, @Nullable KernelFile store) {
        this.vk = vk;
        this.limits = limits;
        this.store = store;
        this.cache = store == null ? VK_NULL_HANDLE : vk.createPipelineCache(store.read());
        this.layout = vk.createPipelineLayout(PUSHED_BYTES);
    }

    long layout() {
        return layout;
    }

    /**
     * The pipeline of a kernel.
     *
     * @throws BackendException of kind KERNEL_BUILD if the driver does not take it
     */
    synchronized long get(KernelKey key) {
        Long known = pipelines.get(key);
        if (known != null) {
            return known;
        }
        BackendException failure = failures.get(key);
        if (failure != null) {
            throw failure;
        }
        try {
            long pipeline = build(key);
            pipelines.put(key, pipeline);
            return pipeline;
        } catch (BackendException e) {
            if (e.kind() == Kind.KERNEL_BUILD) {
                failures.put(key, e);
            }
            throw e;
        }
    }

    private long build(KernelKey key) {
        if (key.threads() > limits.groupThreads() || key.sharedBytes() > limits.sharedMemoryBytes()) {
            throw new BackendException(
                    Kind.KERNEL_BUILD,
                    vk.deviceId(),
                    key + " is above the limits of " + vk.deviceId() + ", " + limits + ". Run the node elsewhere.");
        }
        return vk.createPipeline(cache, layout, module(key.module()), key.constants(), key.toString());
    }

    private long module(String name) {
        return modules.computeIfAbsent(name, this::load);
    }

    private long load(String name) {
        byte[] code;
        try (InputStream stream = Pipelines.class.getResourceAsStream("spirv/" + name + ".spv")) {
            if (stream == null) {
                throw new BackendException(
                        Kind.KERNEL_BUILD, vk.deviceId(), "There is no kernel " + name + " in this build.");
            }
            code = stream.readAllBytes();
        } catch (IOException e) {
            throw new BackendException(
                    Kind.KERNEL_BUILD, vk.deviceId(), "The kernel " + name + " cannot be read: " + e.getMessage(), e);
        }
        ByteBuffer words = MemoryUtil.memAlloc(code.length);
        try {
            return vk.createShaderModule(words.put(code).flip(), name);
        } finally {
            MemoryUtil.memFree(words);
        }
    }

    @Override
    public synchronized void destroy() {
        pipelines.values().forEach(vk::destroyPipeline);
        modules.values().forEach(vk::destroyShaderModule);
        vk.destroyPipelineLayout(layout);
        if (store != null) {
            byte[] built = vk.pipelineCacheData(cache);
            if (built.length > 0) {
                store.write(built);
            }
            vk.destroyPipelineCache(cache);
        }
    }
}
