package io.tandem.benchmarks;

import io.tandem.graph.Graph;
import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Tensor;
import io.tandem.scheduler.Devices;
import io.tandem.scheduler.Inputs;
import io.tandem.scheduler.Scheduler;
import io.tandem.scheduler.Session;
import io.tandem.scheduler.plan.Plan;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.util.Arrays;

/**
 * A chain of nodes that do next to nothing, 64 values each, on a scheduler: what planning and running cost beside the
 * kernels. It adds 0.5 and halves in turns, so its values stay between 0.5 and 1.
 */
final class TinyNodes implements AutoCloseable {
    private static final int VALUES = 64;

    private final Devices devices;
    private final Scheduler scheduler;
    private final Session session;
    private final Graph graph;
    private final Tensor output;
    private final Inputs inputs;
    private Plan plan;

    /**
     * Plans so many nodes.
     *
     * @param devices closed with this
     */
    TinyNodes(Devices devices, int nodes) {
        this.devices = devices;
        GraphBuilder builder = Graph.builder();
        Tensor first = builder.input("first", DType.F32, Shape.of(VALUES));
        Tensor half = builder.input("half", DType.F32, Shape.of(VALUES));
        Tensor last = first;
        for (int node = 0; node < nodes; node++) {
            last = node % 2 == 0 ? builder.add(last, half) : builder.mul(last, half);
        }
        output = builder.output(last);
        graph = builder.build();
        float[] halves = new float[VALUES];
        Arrays.fill(halves, 0.5f);
        inputs = Inputs.of(first, halves).and(half, halves);
        scheduler = Scheduler.of(devices.select());
        session = scheduler.open();
        plan = scheduler.plan(graph);
    }

    /** Plans all nodes anew. */
    void plan() {
        plan = scheduler.plan(graph);
    }

    /** Runs them by the plan. */
    void run() {
        session.run(plan, inputs);
    }

    /** The values of the last node. */
    float[] result() {
        return session.readFloats(output);
    }

    @Override
    public void close() {
        session.close();
        scheduler.close();
        devices.close();
    }
}
