package io.tandem.scheduler.examples;

import io.tandem.graph.Graph;
import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Tensor;
import io.tandem.scheduler.Devices;
import io.tandem.scheduler.Inputs;
import io.tandem.scheduler.Run;
import io.tandem.scheduler.Scheduler;
import io.tandem.scheduler.Session;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.io.PrintStream;

/** Relu and sum of 100,000 values on a device, while the caller does something else. */
final class Asynchronous {
    private Asynchronous() {}

    static float run(Devices devices, float[] values, PrintStream out) {
        // docs: begin
        try (Scheduler scheduler = Scheduler.of(devices.select("gpu,cpu"));
                Session session = scheduler.open()) {
            GraphBuilder builder = Graph.builder();
            Tensor x = builder.input("x", DType.F32, Shape.of(100_000));
            Tensor total = builder.output(builder.sum(builder.relu(x)));

            Run run = session.start(scheduler.plan(builder.build()), Inputs.of(x, values));
            long counted = 0;
            while (!run.isDone()) {
                counted++; // anything that does not need the result
            }
            run.await(); // throws the run's failure, if it has one
            out.println(counted > 0 ? "the caller was free" : "the run was faster than the caller");
            return run.readFloats(total)[0];
        }
        // docs: end
    }
}
