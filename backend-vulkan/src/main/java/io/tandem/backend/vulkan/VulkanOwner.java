package io.tandem.backend.vulkan;

import io.tandem.backend.BackendException;
import io.tandem.backend.BackendException.Kind;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The process's one thread that creates and destroys Vulkan instances and devices. NVIDIA's driver wants an instance to be
 * destroyed by the very thread that created it, and before the process ends: otherwise the JVM hangs or crashes on the way
 * out. So this thread lives as long as the JVM, and a shutdown hook asks it to close what is open.
 */
final class VulkanOwner {
    private static final Logger LOG = System.getLogger(VulkanOwner.class.getName());
    private static final VulkanOwner PROCESS = new VulkanOwner();

    /** How long the end of the JVM may be held up. */
    private static final long EXIT_TIMEOUT_MILLIS = 5_000;

    private final ExecutorService thread = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("tandem-vulkan-owner").factory());

    /** By whether validation is on. Touched by the owner's thread alone, like all below. */
    private final Map<Boolean, VulkanInstance> instances = new LinkedHashMap<>();

    private final List<Closing> devices = new ArrayList<>();
    private boolean hooked;
    private boolean ended;

    /** Something on a device that must be closed before the instance. */
    interface Closing {
        /** Stops all use; false if that did not succeed in time, and the driver's objects must stay. */
        boolean closeAtExit(long timeoutMillis);
    }

    private VulkanOwner() {}

    static VulkanOwner process() {
        return PROCESS;
    }

    /** Runs {@code task} on the owner's thread and waits for it; what it throws is thrown here. */
    <T> T call(Callable<T> task) {
        Future<T> future = thread.submit(task);
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return future.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            if (e.getCause() instanceof Error failure) {
                throw failure;
            }
            throw new BackendException(
                    Kind.INTERNAL, VulkanProvider.NAME, "Vulkan failed: " + e.getCause(), e.getCause());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * The instance, connected when first asked for. Owner's thread only.
     *
     * @throws BackendException of kind UNAVAILABLE once the JVM is ending: nobody would close it any more
     */
    VulkanInstance instance(boolean validation) {
        if (ended) {
            throw new BackendException(
                    Kind.UNAVAILABLE,
                    VulkanProvider.NAME,
                    "Vulkan is closed, since the JVM is ending. Let threads end before System.exit.");
        }
        if (!hooked) {
            VulkanLoader.silence();
            Runtime.getRuntime().addShutdownHook(new Thread(this::closeAtExit, "tandem-vulkan-exit"));
            hooked = true;
        }
        return instances.computeIfAbsent(validation, VulkanInstance::create);
    }

    /** Owner's thread only. */
    void opened(Closing device) {
        devices.add(device);
    }

    /** Notes that a device is closed; false if it was before. Owner's thread only. */
    boolean closed(Closing device) {
        return devices.remove(device);
    }

    /** Closes all devices and instances. Owner's thread only. */
    void closeAll(long timeoutMillis) {
        boolean allClosed = true;
        for (Closing device : List.copyOf(devices)) {
            allClosed &= device.closeAtExit(timeoutMillis);
        }
        if (allClosed) {
            instances.values().forEach(VulkanInstance::close);
            instances.clear();
        } else {
            LOG.log(Level.WARNING, "A Vulkan device was still in use at the end of the JVM and stays open.");
        }
    }

    private void closeAtExit() {
        Future<?> closing = thread.submit(() -> {
            ended = true;
            closeAll(EXIT_TIMEOUT_MILLIS / 2);
        });
        try {
            closing.get(EXIT_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException | CancellationException e) {
            LOG.log(Level.WARNING, "Vulkan did not close before the end of the JVM", e);
        }
    }
}
