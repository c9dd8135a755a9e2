package io.tandem.child;

import io.tandem.graph.Graph;
import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Tensor;
import io.tandem.graph.Weight;
import io.tandem.graph.WeightSource;
import io.tandem.scheduler.Devices;
import io.tandem.scheduler.Inputs;
import io.tandem.scheduler.Scheduler;
import io.tandem.scheduler.Session;
import io.tandem.scheduler.plan.Plan;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.lang.foreign.MemorySegment;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;

/** What a child JVM does: the first argument says what. Outside of Tandem's packages, as a user's program is. */
public final class Probe {
    private static final int SIDE = 1024;

    private Probe() {}

    /** Runs one task. */
    public static void main(String[] arguments) throws Exception {
        switch (arguments[0]) {
            case "list" -> list();
            case "loaders" -> loaders();
            case "pool" -> CompletableFuture.runAsync(Probe::list).join();
            case "plug-in" -> plugIn(Path.of(arguments[1]));
            case "run" -> run();
            case "exit" -> endDuringRuns(() -> System.exit(7));
            case "throw" ->
                endDuringRuns(() -> {
                    throw new IllegalStateException("uncaught");
                });
            case "memory" -> memory();
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    private static void list() {
        try (Devices devices = Devices.discover()) {
            devices.list().forEach(device -> System.out.println("found " + device.id()));
            devices.unavailable()
                    .forEach(missing -> System.out.println("missing " + missing.provider() + ": " + missing.reason()));
            System.out.println("module " + Devices.class.getModule().getName());
        }
    }

    /** Discovery from threads whose context class loader sees nothing. */
    private static void loaders() throws Exception {
        try (URLClassLoader empty = new URLClassLoader(new URL[0], null)) {
            for (ClassLoader loader : new ClassLoader[] {null, empty}) {
                Thread thread = new Thread(Probe::list);
                thread.setContextClassLoader(loader);
                thread.start();
                thread.join();
            }
        }
    }

    /** Discovery with a plug-in that only the context class loader sees. */
    private static void plugIn(Path folder) throws Exception {
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()}, Probe.class.getClassLoader())) {
            Thread.currentThread().setContextClassLoader(loader);
            list();
        }
    }

    private static void run() {
        list();
        GraphBuilder builder = Graph.builder();
        Tensor x = builder.input("x", DType.F32, Shape.of(3));
        Tensor result = builder.output(builder.neg(x));
        try (Devices devices = Devices.discover();
                Scheduler scheduler = Scheduler.of(devices.select());
                Session session = scheduler.open()) {
            session.run(scheduler.plan(builder.build()), Inputs.of(x, new float[] {1, 2, 3}));
            boolean right = Arrays.equals(session.readFloats(result), new float[] {-1, -2, -3});
            System.out.println(right ? "right" : "wrong");
        }
    }

    /** Ends the JVM while a run is going on, and closes nothing. */
    private static void endDuringRuns(Runnable end) {
        Devices devices = Devices.discover();
        Scheduler scheduler = Scheduler.of(devices.select("cpu"));
        Session session = scheduler.open();
        GraphBuilder builder = Graph.builder();
        Tensor x = builder.input("x", DType.F32, Shape.of(SIDE, SIDE));
        Tensor product = x;
        for (int i = 0; i < 15; i++) {
            product = builder.mulMat(product, x);
        }
        builder.output(product);
        session.start(scheduler.plan(builder.build()), Inputs.of(x, new float[SIDE * SIDE]));
        System.out.println("started");
        end.run();
    }

    /** Gibibytes of weights in a small heap: nobody waits for the garbage collector to free native memory. */
    private static void memory() {
        int rows = 128 * 1024;
        WeightSource zeros = new WeightSource() {
            @Override
            public long bytes() {
                return 4L * SIDE * rows;
            }

            @Override
            public void read(long offset, MemorySegment target) {
                target.fill((byte) 0);
            }
        };
        try (Devices devices = Devices.discover();
                Scheduler scheduler = Scheduler.of(devices.select("cpu"))) {
            for (int round = 0; round < 4; round++) {
                GraphBuilder builder = Graph.builder();
                Tensor x = builder.input("x", DType.F32, Shape.of(SIDE));
                Weight weight = Weight.of("w", DType.F32, Shape.of(SIDE, rows), zeros);
                Tensor product = builder.output(builder.mulMat(builder.weight(weight), x));
                try (Session session = scheduler.open()) {
                    Plan plan = scheduler.plan(builder.build());
                    session.run(plan, Inputs.of(x, new float[SIDE]));
                    System.out.println("used " + scheduler.usage(0).weightBytes() + ", read "
                            + session.readFloats(product).length);
                }
                System.out.println("left " + scheduler.usage(0).usedBytes());
            }
        }
    }
}
