package io.tandem.inference.examples;

import io.tandem.graph.Graph;
import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Tensor;
import io.tandem.graph.Weight;
import io.tandem.scheduler.Devices;
import io.tandem.scheduler.Inputs;
import io.tandem.scheduler.Run;
import io.tandem.scheduler.Scheduler;
import io.tandem.scheduler.Session;
import io.tandem.scheduler.plan.Placement;
import io.tandem.scheduler.plan.Plan;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.util.Random;

/** The README's example: two products pinned to the first and the last device, and their sum. */
public final class MixedDevices {
    private MixedDevices() {}

    /** Runs the example on the devices of this machine. */
    public static void main(String[] arguments) {
        // README: begin
        Weight w1 = Weight.ofFloats("w1", Shape.of(512, 512), random(512 * 512));
        Weight w2 = Weight.ofFloats("w2", Shape.of(512, 512), random(512 * 512));
        GraphBuilder builder = Graph.builder();
        Tensor x = builder.input("x", DType.F32, Shape.of(512, 8));
        Tensor left = builder.name("left", builder.mulMat(builder.weight(w1), x));
        Tensor right = builder.name("right", builder.mulMat(builder.weight(w2), x));
        Tensor sum = builder.output("sum", builder.relu(builder.add(left, right)));
        Graph graph = builder.build();

        try (Devices devices = Devices.discover();
                Scheduler scheduler = Scheduler.of(devices.select("gpu,cpu"));
                Session session = scheduler.open()) {
            String first = scheduler.device(0).id();
            String last = scheduler.device(scheduler.backendCount() - 1).id();
            Placement placement = Placement.priority().pin(left, first).pin(right, last);
            Plan plan = scheduler.plan(graph, placement);
            System.out.println(plan.explain());
            Run run = session.start(plan, Inputs.of(x, random(512 * 8)));
            System.out.println(run.readFloats(sum)[0]);
        }
        // README: end
    }

    private static float[] random(int count) {
        Random random = new Random(count);
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = random.nextFloat() - 0.5f;
        }
        return values;
    }
}
