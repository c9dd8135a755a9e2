package io.tandem.benchmarks;

import io.tandem.benchmarks.harness.Comparison;
import io.tandem.benchmarks.harness.Goal;
import io.tandem.benchmarks.harness.Peer;
import io.tandem.benchmarks.harness.Side;
import io.tandem.benchmarks.harness.Unit;
import io.tandem.scheduler.Devices;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Planning and running a chain of 2,048 tiny nodes on the CPU alone, beside what was measured of ggml's scheduler with one
 * CPU backend on a machine of this kind (two cores with AVX-512).
 */
final class OverheadBenchmarks {
    private static final int NODES = 2048;
    private static final String GGML = "ggml 0.21";

    private OverheadBenchmarks() {}

    static List<Comparison> comparisons(int threads) {
        List<Comparison> all = new ArrayList<>();
        all.add(plan(CpuDevice::devices, NODES, threads));
        all.add(run(CpuDevice::devices, NODES, 1, new Peer.Published(GGML, 57)));
        if (threads > 1) {
            all.add(run(CpuDevice::devices, NODES, 2, new Peer.Published(GGML, 355)));
        }
        return all;
    }

    /** ggml splits and allocates in that time. */
    static Comparison plan(IntFunction<Devices> devices, int nodes, int threads) {
        return new Comparison(
                "plan " + nodes + " tiny nodes",
                true,
                Unit.NANOSECONDS_PER_NODE,
                nodes,
                () -> new PlanSide(new TinyNodes(devices.apply(threads), nodes)),
                new Peer.Published(GGML, 177),
                null);
    }

    static Comparison run(IntFunction<Devices> devices, int nodes, int threads, Peer peer) {
        return new Comparison(
                "run " + nodes + " tiny nodes, " + threads + (threads == 1 ? " thread" : " threads"),
                true,
                Unit.NANOSECONDS_PER_NODE,
                nodes,
                () -> new RunSide(new TinyNodes(devices.apply(threads), nodes)),
                peer,
                new Goal.AtMost(100));
    }

    private record PlanSide(TinyNodes nodes) implements Side {
        @Override
        public void run() {
            nodes.plan();
        }

        @Override
        public void close() {
            nodes.close();
        }
    }

    private record RunSide(TinyNodes nodes) implements Side {
        @Override
        public void run() {
            nodes.run();
        }

        @Override
        public float[] result() {
            return nodes.result();
        }

        @Override
        public void close() {
            nodes.close();
        }
    }
}
