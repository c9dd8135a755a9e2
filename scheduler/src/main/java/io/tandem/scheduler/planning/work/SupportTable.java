package io.tandem.scheduler.planning.work;

import io.tandem.backend.Device;
import io.tandem.backend.DeviceInfo;
import io.tandem.backend.Support;
import io.tandem.graph.Node;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the devices support; each is asked once per node, and only if somebody wants to know. For one thread. */
public final class SupportTable {
    private final LiveGraph graph;
    private final List<Device> devices;
    private final boolean[] absent;
    private final @Nullable Support[] answers;

    /** Asks the devices, but for those that take no part. */
    public SupportTable(LiveGraph graph, List<Device> devices, boolean[] absent) {
        this.graph = graph;
        this.devices = devices;
        this.absent = absent.clone();
        this.answers = new Support[graph.nodeCount() * devices.size()];
    }

    /** The number of devices. */
    public int deviceCount() {
        return devices.size();
    }

    /** A device's description. */
    public DeviceInfo info(int device) {
        return devices.get(device).info();
    }

    /** Whether a device takes part at all. */
    public boolean isPresent(int device) {
        return !absent[device];
    }

    /** Whether the device can run the node. */
    public boolean supports(int node, int device) {
        return answer(node, device) instanceof Support.Yes;
    }

    /** The scratch that the node needs on a device that supports it. */
    public long scratchBytes(int node, int device) {
        return answer(node, device) instanceof Support.Yes(long scratchBytes) ? scratchBytes : 0;
    }

    /** Why the device does not run the node; empty if it does. */
    public String refusal(int node, int device) {
        return answer(node, device) instanceof Support.No(String reason) ? reason : "";
    }

    /** The first device that supports the node, or {@link LiveGraph#NONE}. */
    public int first(int node) {
        for (int device = 0; device < devices.size(); device++) {
            if (supports(node, device)) {
                return device;
            }
        }
        return LiveGraph.NONE;
    }

    private Support answer(int node, int device) {
        int cell = node * devices.size() + device;
        Support known = answers[cell];
        if (known == null) {
            known = absent[device] ? new Support.No("its share is 0") : ask(devices.get(device), graph.node(node));
            answers[cell] = known;
        }
        return known;
    }

    /** A plug-in that was compiled against an older api may fail over a newer operation with any kind of error. */
    private static Support ask(Device device, Node node) {
        try {
            return device.supports(node);
        } catch (VirtualMachineError e) {
            throw e;
        } catch (Throwable e) {
            return new Support.No("supports() failed: " + e);
        }
    }
}
