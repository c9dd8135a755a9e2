package io.tandem.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tandem.backend.BackendException;
import io.tandem.backend.BufferUsage;
import io.tandem.graph.Graph;
import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Tensor;
import io.tandem.graph.Weight;
import io.tandem.graph.WeightSource;
import io.tandem.scheduler.plan.Placement;
import io.tandem.scheduler.plan.Plan;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import io.tandem.testkit.fake.FakeBackend;
import io.tandem.testkit.fake.FakeCall;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class WeightResidencyTest {
    /** A product with a weight of 64 rows. */
    private static final class Product {
        private final GraphBuilder builder = Graph.builder();
        private final Tensor x;
        private final Tensor result;
        private final Graph graph;

        Product(Weight weight, int rows) {
            x = builder.input("x", DType.F32, Shape.of(weight.layout().shape().d0(), rows));
            result = builder.output(builder.mulMat(builder.weight(weight), x));
            graph = builder.build();
        }

        Inputs ones() {
            float[] values = new float[(int) x.shape().elements()];
            java.util.Arrays.fill(values, 1);
            return Inputs.of(x, values);
        }
    }

    private static Weight weight(int columns, int rows) {
        float[] values = new float[columns * rows];
        for (int i = 0; i < values.length; i++) {
            int row = i / columns;
            values[i] = row;
        }
        return Weight.ofFloats("w", Shape.of(columns, rows), values);
    }

    private static long uploaded(Machine machine, int device) {
        return machine.fake(device).counters().uploadedBytes(BufferUsage.WEIGHTS);
    }

    @Test
    void plansAndSessionsShareOneCopyPerDevice() {
        Weight weight = weight(16, 64);
        Product one = new Product(weight, 1);
        Product many = new Product(weight, 5);
        try (Machine machine = Machine.ofTwo()) {
            Plan first = machine.scheduler().plan(one.graph);
            Plan second = machine.scheduler().plan(many.graph);
            try (Session session = machine.open();
                    Session other = machine.open()) {
                session.run(first, one.ones());
                session.run(second, many.ones());
                other.run(second, many.ones());
                assertThat(uploaded(machine, 0)).isEqualTo(weight.bytes());
                Plan elsewhere = machine.scheduler()
                        .plan(many.graph, Placement.priority().pin(many.result, "b:0"));
                session.run(elsewhere, many.ones());
                assertThat(uploaded(machine, 0)).isEqualTo(weight.bytes());
                assertThat(uploaded(machine, 1)).isEqualTo(weight.bytes());
                assertThat(machine.scheduler().usage(0).weightBytes()).isEqualTo(weight.bytes());
                session.reset();
                assertThat(machine.scheduler().usage(0).weightBytes()).isEqualTo(weight.bytes());
                assertThat(machine.scheduler().usage(1).weightBytes()).isZero();
            }
            assertThat(machine.scheduler().usage(0).weightBytes()).isZero();
        }
    }

    @Test
    void sessionsOnTwoThreadsWaitForOneLoad() {
        Weight weight = weight(64, 512);
        Product product = new Product(weight, 1);
        try (Machine machine = Machine.ofTwo()) {
            Plan plan = machine.scheduler().plan(product.graph);
            List<CompletableFuture<float[]>> results = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                results.add(CompletableFuture.supplyAsync(() -> {
                    try (Session session = machine.open()) {
                        return session.run(plan, product.ones()).readFloats(product.result);
                    }
                }));
            }
            results.forEach(result -> assertThat(result.join()[511]).isEqualTo(64 * 511));
        }
    }

    @Test
    void largeWeightsStreamThroughBoundedStagingAndTellTheirProgress() {
        int columns = 1 << 10;
        int rows = 3 << 10;
        WeightSource generated = new WeightSource() {
            @Override
            public long bytes() {
                return 4L * columns * rows;
            }

            @Override
            public void read(long offset, MemorySegment target) {
                assertThat(target.byteSize()).isLessThanOrEqualTo(4 << 20);
                for (long i = 0; i < target.byteSize(); i += 4) {
                    int row = (int) ((offset + i) / 4 / columns);
                    target.set(ValueLayout.JAVA_FLOAT_UNALIGNED, i, row);
                }
            }
        };
        Weight weight = Weight.of("large", DType.F32, Shape.of(columns, rows), generated);
        Product product = new Product(weight, 1);
        for (boolean packs : new boolean[] {false, true}) {
            FakeBackend fake = FakeBackend.named("a").packsWeights(packs).create();
            List<Long> told = new ArrayList<>();
            try (Machine machine = Machine.of(fake);
                    Session session = machine.scheduler()
                            .open(SessionOptions.defaults().withProgress((bytes, total) -> {
                                told.add(bytes);
                                assertThat(bytes).isLessThanOrEqualTo(total);
                            }))) {
                Plan plan = machine.scheduler().plan(product.graph);
                float[] result = session.run(plan, product.ones()).readFloats(product.result);
                assertThat(result[1]).isEqualTo(columns);
                assertThat(result[rows - 1]).isEqualTo((float) columns * (rows - 1));
                long stored = packs ? (long) rows * (4L * columns + 4) : weight.bytes();
                assertThat(uploaded(machine, 0)).isEqualTo(stored);
                assertThat(told).hasSizeGreaterThan(2).isSorted().endsWith(stored);
                assertThat(plan.memory().devices().getFirst().weightBytes()).isEqualTo(stored);
            }
        }
    }

    @Test
    void mappedMemoryIsUsedInPlaceWhereTheDeviceCan() {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment mapped = arena.allocate(64 * 4, 4096);
            mapped.setAtIndex(ValueLayout.JAVA_FLOAT, 0, 7);
            Weight weight = Weight.of("w", DType.F32, Shape.of(8, 8), WeightSource.of(mapped));
            Product product = new Product(weight, 1);
            FakeBackend visible = FakeBackend.named("a").hostVisible(true).create();
            try (Machine machine = Machine.of(visible);
                    Session session = machine.open()) {
                Plan plan = machine.scheduler().plan(product.graph);
                assertThat(session.run(plan, product.ones()).readFloats(product.result)[0])
                        .isEqualTo(7);
                mapped.setAtIndex(ValueLayout.JAVA_FLOAT, 0, 9);
                assertThat(session.run(plan, product.ones()).readFloats(product.result)[0])
                        .isEqualTo(9);
                assertThat(machine.scheduler().usage(0).weightBytes()).isZero();
            }
        }
    }

    @Test
    void aFailedLoadLeavesNothingBehindAndCanBeRepeated() {
        Product product = new Product(weight(16, 64), 1);
        try (Machine machine = Machine.ofTwo();
                Session session = machine.open()) {
            Plan plan = machine.scheduler().plan(product.graph);
            machine.fake(0).failAt(FakeCall.UPLOAD, 1, BackendException.Kind.INTERNAL);
            assertThatThrownBy(() -> session.run(plan, product.ones())).isInstanceOf(BackendException.class);
            assertThat(machine.fake(0).counters().liveBytes()).isZero();
            assertThat(machine.scheduler().usage(0).weightBytes()).isZero();
            assertThat(session.run(plan, product.ones()).readFloats(product.result)[2])
                    .isEqualTo(32);
        }
    }

    @Test
    void aWeightLargerThanTheLargestBufferIsRefusedWithBothNumbers() {
        Product product = new Product(weight(16, 64), 1);
        FakeBackend small = FakeBackend.named("a").maxAllocationBytes(2048).create();
        try (Machine machine = Machine.of(small);
                Session session = machine.open()) {
            assertThatThrownBy(() -> {
                        Plan plan = machine.scheduler()
                                .plan(product.graph, Placement.priority().pin(product.result, "a:0"));
                        session.run(plan, product.ones());
                    })
                    .hasMessageContaining("4096")
                    .hasMessageContaining("2048");
            assertThat(machine.fake(0).counters().allocations()).isZero();
        }
    }
}
