package io.tandem.inference.examples;

import io.tandem.backend.DeviceInfo;
import io.tandem.graph.Graph;
import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Tensor;
import io.tandem.scheduler.Devices;
import io.tandem.scheduler.Inputs;
import io.tandem.scheduler.Run;
import io.tandem.scheduler.Scheduler;
import io.tandem.scheduler.Session;
import io.tandem.scheduler.plan.Placement;
import io.tandem.scheduler.plan.Plan;
import io.tandem.scheduler.plan.Transfer;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.io.PrintStream;

/** Five things to do with a Vulkan device, an OpenCL device and the CPU at once. */
final class RealDevices {
    private final Devices devices;
    private final PrintStream out;

    RealDevices(Devices devices, PrintStream out) {
        this.devices = devices;
        this.out = out;
    }

    // docs: begin
    /** What is here. */
    void detect() {
        for (DeviceInfo device : devices.list()) {
            out.printf("%s: %s, %s%n", device.id(), device.kind(), device.description());
        }
    }

    /** Devices in order of preference, and what a plan makes of them. */
    float[] schedule(float[] aValues, float[] bValues) {
        try (Scheduler scheduler = Scheduler.of(devices.select("vulkan:0,opencl:0,cpu"));
                Session session = scheduler.open()) {
            GraphBuilder builder = Graph.builder();
            Tensor a = builder.input("a", DType.F32, Shape.of(512, 512));
            Tensor b = builder.input("b", DType.F32, Shape.of(512, 512));
            Tensor c = builder.output(builder.name("c", builder.mulMat(a, b)));
            Plan plan = scheduler.plan(builder.build());
            show(plan, a, b, c);
            session.run(plan, Inputs.of(a, aValues).and(b, bValues));
            return session.readFloats(c);
        }
    }

    /** A device first, and the CPU for what it has no kernel for: encoding to IQ4_XS. */
    float[] fallBack(float[] values) {
        try (Scheduler scheduler = Scheduler.of(devices.select("opencl:0,cpu"));
                Session session = scheduler.open()) {
            GraphBuilder builder = Graph.builder();
            Tensor x = builder.input("x", DType.F32, Shape.of(256, 64));
            Tensor packed = builder.name("packed", builder.cpy(x, DType.IQ4_XS));
            Tensor y = builder.output(builder.name("y", builder.mulMat(packed, x)));
            Plan plan = scheduler.plan(builder.build());
            show(plan, x, packed, y);
            session.run(plan, Inputs.of(x, values));
            return session.readFloats(y);
        }
    }

    /** Two products, each on a device of its own, and their sum on a third. */
    float[] place(float[] aValues, float[] bValues) {
        try (Scheduler scheduler = Scheduler.of(devices.select("vulkan:0,opencl:0,cpu"));
                Session session = scheduler.open()) {
            GraphBuilder builder = Graph.builder();
            Tensor a = builder.input("a", DType.F32, Shape.of(512, 512));
            Tensor b = builder.input("b", DType.F32, Shape.of(512, 512));
            Tensor first = builder.name("first", builder.mulMat(a, b));
            Tensor second = builder.name("second", builder.mulMat(b, a));
            Tensor sum = builder.output(builder.name("sum", builder.add(first, second)));
            Placement placement = Placement.priority()
                    .pin(first, "vulkan:0")
                    .pin(second, "opencl:0")
                    .pin(sum, "cpu:0");
            Plan plan = scheduler.plan(builder.build(), placement);
            show(plan, first, second, sum);
            session.run(plan, Inputs.of(a, aValues).and(b, bValues));
            return session.readFloats(sum);
        }
    }

    /** A sum of what is above zero, while the caller goes on. */
    float startAndGoOn(float[] values) {
        try (Scheduler scheduler = Scheduler.of(devices.select("opencl:0,cpu"));
                Session session = scheduler.open()) {
            GraphBuilder builder = Graph.builder();
            Tensor x = builder.input("x", DType.F32, Shape.of(values.length));
            Tensor total = builder.output(builder.name("total", builder.sum(builder.relu(x))));
            Plan plan = scheduler.plan(builder.build());
            show(plan, total);
            Run run = session.start(plan, Inputs.of(x, values));
            out.println("the caller goes on");
            return run.readFloats(total)[0]; // waits for the end
        }
    }

    private void show(Plan plan, Tensor... tensors) {
        for (Tensor tensor : tensors) {
            out.println(tensor + " is on " + plan.deviceOf(tensor).id());
        }
        out.printf(
                "%d splits, %d copies%n", plan.counts().splits(), plan.copies().size());
        for (Transfer copy : plan.copies()) {
            String to = plan.devices().get(copy.to()).id();
            out.printf("%s: %d bytes to %s%n", copy.storage().name(), copy.bytes(), to);
        }
    }
    // docs: end
}
