package com.acme.tandem;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

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
import org.junit.jupiter.api.Test;

/** Found as a service, it computes what it can, and the CPU does the rest. */
class AcmeMixedPlanTest {
    @Test
    void theCpuTakesWhatThisBackendHasNoKernelFor() {
        GraphBuilder builder = Graph.builder();
        Tensor x = builder.input("x", DType.F32, Shape.of(2, 2));
        Tensor product = builder.mulMat(x, x);
        Tensor softMax = builder.softMax(product);
        Tensor sum = builder.output(builder.add(softMax, product));
        try (Devices devices = Devices.discover();
                Scheduler scheduler = Scheduler.of(devices.select("acme:0,cpu"));
                Session session = scheduler.open()) {
            Plan plan = scheduler.plan(
                    builder.build(), Placement.priority().pin(product, "acme:0").pin(sum, "acme:0"));
            assertEquals("acme:0", plan.deviceOf(product).id());
            assertEquals("cpu:0", plan.deviceOf(softMax).id());
            assertEquals("acme:0", plan.deviceOf(sum).id());
            System.out.println(
                    "mixed plan in module " + AcmeBackend.class.getModule().getName());
            session.run(plan, Inputs.of(x, new float[] {1, 0, 0, 1}));
            float e = (float) Math.E;
            float large = e / (e + 1) + 1;
            float small = 1 / (e + 1);
            assertArrayEquals(new float[] {large, small, small, large}, session.readFloats(sum), 1e-6f);
        }
    }
}
