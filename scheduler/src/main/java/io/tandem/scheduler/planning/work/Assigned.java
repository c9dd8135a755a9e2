package io.tandem.scheduler.planning.work;

/** Which device each node runs on and each storage lives on. Nobody changes it. */
public final class Assigned {
    private final int[] nodes;
    private final int[] storages;

    private Assigned(int[] nodes, int[] storages) {
        this.nodes = nodes;
        this.storages = storages;
    }

    /** Takes over arrays of devices, by node and by storage, which nobody else changes. */
    public static Assigned of(int[] nodes, int[] storages) {
        return new Assigned(nodes, storages);
    }

    /** The device that runs a node. */
    public int node(int node) {
        return nodes[node];
    }

    /** The device where a storage lives. */
    public int home(int storage) {
        return storages[storage];
    }
}
