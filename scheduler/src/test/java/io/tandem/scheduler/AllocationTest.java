package io.tandem.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.tandem.graph.Graph;
import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Tensor;
import io.tandem.graph.Weight;
import io.tandem.scheduler.plan.Placement;
import io.tandem.scheduler.plan.Plan;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/** Repeating a run allocates no memory of devices, and next to no heap. */
class AllocationTest {
    @Test
    void repeatedRunsOnTwoDevicesAllocateAndCompileNothing() {
        GraphBuilder builder = Graph.builder();
        Tensor x = builder.input("x", DType.F32, Shape.of(16, 4));
        float[] ones = new float[16 * 8];
        java.util.Arrays.fill(ones, 1);
        Tensor product = builder.mulMat(builder.weight(Weight.ofFloats("w", Shape.of(16, 8), ones)), x);
        Tensor result = builder.output(builder.relu(product));
        Graph graph = builder.build();
        for (int depth : new int[] {1, 3}) {
            try (Machine machine = Machine.ofTwo();
                    Session session = machine.open(depth)) {
                Plan plan = machine.scheduler()
                        .plan(graph, Placement.priority().pin(product, "a:0").pin(result, "b:0"));
                Inputs inputs = Inputs.of(x, new float[64]);
                session.run(plan, inputs);
                long[] before = made(machine);
                for (int i = 0; i < 50; i++) {
                    session.start(plan, inputs);
                }
                session.synchronize();
                assertThat(made(machine)).isEqualTo(before);
            }
        }
    }

    private static long[] made(Machine machine) {
        long[] counts = new long[4];
        for (int i = 0; i < 2; i++) {
            counts[2 * i] = machine.fake(i).counters().allocations();
            counts[2 * i + 1] = machine.fake(i).counters().compilations();
        }
        return counts;
    }

    @Test
    void aRunOnTheCallersThreadTakesLittleHeap() {
        GraphBuilder builder = Graph.builder();
        Tensor x = builder.input("x", DType.F32, Shape.of(4));
        Tensor y = builder.relu(x);
        builder.output(y);
        Graph graph = builder.build();
        try (Machine machine = Machine.of();
                Session session = machine.open()) {
            Plan plan = machine.scheduler().plan(graph);
            Inputs inputs = Inputs.of(x, new float[4]);
            for (int i = 0; i < 20_000; i++) {
                session.run(plan, inputs);
            }
            ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            long before = threads.getCurrentThreadAllocatedBytes();
            int runs = 10_000;
            for (int i = 0; i < runs; i++) {
                session.run(plan, inputs);
            }
            long perRun = (threads.getCurrentThreadAllocatedBytes() - before) / runs;
            assertThat(perRun).as("bytes per run").isLessThan(1500);
        }
    }
}
