package io.tandem.scheduler.examples;

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
import java.io.PrintStream;

/** A product of two matrices of 1000 by 1000: on a GPU if there is one, else on the CPU. */
final class GpuFirst {
    private GpuFirst() {}

    static float[] run(Devices devices, float[] aValues, float[] bValues, PrintStream out) {
        // docs: begin
        try (Scheduler scheduler = Scheduler.of(devices.select("gpu,cpu"));
                Session session = scheduler.open()) {
            GraphBuilder builder = Graph.builder();
            Tensor a = builder.input("a", DType.F32, Shape.of(1000, 1000));
            Tensor b = builder.input("b", DType.F32, Shape.of(1000, 1000));
            Tensor c = builder.output(builder.name("c", builder.mulMat(a, b))); // b @ a.T in NumPy's terms
            Graph graph = builder.build();

            Plan plan = scheduler.plan(graph);
            for (Tensor tensor : graph.tensors()) {
                out.println(tensor + " is on " + plan.deviceOf(tensor).id());
            }
            session.run(plan, Inputs.of(a, aValues).and(b, bValues));
            return session.readFloats(c);
        }
        // docs: end
    }
}
