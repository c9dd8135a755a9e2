package io.tandem.scheduler.examples;

import io.tandem.graph.Graph;
import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Tensor;
import io.tandem.scheduler.Devices;
import io.tandem.scheduler.Inputs;
import io.tandem.scheduler.Scheduler;
import io.tandem.scheduler.Session;
import io.tandem.scheduler.plan.Placement;
import io.tandem.scheduler.plan.Plan;
import io.tandem.scheduler.plan.Transfer;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.io.PrintStream;

/** Two products of matrices of 512 by 512, each pinned to a device of its own, and their sum. */
final class TwoDevices {
    private TwoDevices() {}

    static float[] run(Devices devices, float[][] values, PrintStream out) {
        // docs: begin
        try (Scheduler scheduler = Scheduler.of(devices.select("gpu,cpu"));
                Session session = scheduler.open()) {
            GraphBuilder builder = Graph.builder();
            Tensor a = builder.input("a", DType.F32, Shape.of(512, 512));
            Tensor b = builder.input("b", DType.F32, Shape.of(512, 512));
            Tensor c = builder.input("c", DType.F32, Shape.of(512, 512));
            Tensor d = builder.input("d", DType.F32, Shape.of(512, 512));
            Tensor first = builder.name("first", builder.mulMat(a, b));
            Tensor second = builder.name("second", builder.mulMat(c, d));
            Tensor sum = builder.output(builder.name("sum", builder.add(first, second)));

            Placement placement = Placement.priority()
                    .pin(first, scheduler.device(0).id())
                    .pin(second, scheduler.device(1).id());
            Plan plan = scheduler.plan(builder.build(), placement);
            out.println("sum is on " + plan.deviceOf(sum).id());
            out.println(plan.counts().splits() + " splits, " + plan.counts().segments() + " segments");
            for (Transfer copy : plan.copies()) {
                out.printf(
                        "%s: %d bytes to %s%n",
                        copy.storage().name(),
                        copy.bytes(),
                        scheduler.device(copy.to()).id());
            }
            session.run(
                    plan,
                    Inputs.of(a, values[0]).and(b, values[1]).and(c, values[2]).and(d, values[3]));
            return session.readFloats(sum);
        }
        // docs: end
    }
}
