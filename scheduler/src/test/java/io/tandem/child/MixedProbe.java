package io.tandem.child;

import io.tandem.graph.Graph;
import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Tensor;
import io.tandem.scheduler.Devices;
import io.tandem.scheduler.Inputs;
import io.tandem.scheduler.Scheduler;
import io.tandem.scheduler.Session;
import io.tandem.scheduler.plan.Placement;
import io.tandem.scheduler.plan.Plan;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;

/** A program that runs a graph on the device that it is given and, for what that cannot do, on the CPU. */
public final class MixedProbe {
    private MixedProbe() {}

    /** Prints where each node ran, and what came of it. */
    public static void main(String[] arguments) {
        String device = arguments[0];
        GraphBuilder builder = Graph.builder();
        Tensor x = builder.input("x", DType.F32, Shape.of(2));
        Tensor first = builder.name("first", builder.neg(x));
        Tensor middle = builder.name("middle", builder.softplus(first));
        Tensor last = builder.output(builder.name("last", builder.exp(middle)));
        Placement placement = Placement.priority().pin(first, device).pin(last, device);
        try (Devices devices = Devices.discover();
                Scheduler scheduler = Scheduler.of(devices.select(device + ",cpu"));
                Session session = scheduler.open()) {
            Plan plan = scheduler.plan(builder.build(), placement);
            for (Tensor tensor : new Tensor[] {first, middle, last}) {
                System.out.println(
                        tensor.name() + " on " + plan.deviceOf(tensor).id());
            }
            System.out.println(plan.explain());
            session.run(plan, Inputs.of(x, new float[] {0, -1}));
            float[] result = session.readFloats(last);
            System.out.printf("result %.3f %.3f%n", result[0], result[1]);
        }
    }
}
