package io.tandem.backend.opencl;

import io.tandem.testkit.process.DeviceCycles;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import java.util.stream.IntStream;

/** A program whose compiled code relies on the JVM's signal handlers after, or while, OpenCL devices are found or used. */
final class SignalProgram {
    private static final int SIGSEGV = 11;
    private static final int ROUNDS = 300_000;
    private static final int THREADS = 4;

    private record Value(int number) {}

    private SignalProgram() {}

    public static void main(String[] arguments) throws Throwable {
        fault(); // compiled from here on
        switch (arguments[0]) {
            case "after" -> {
                System.out.println(new OpenClProvider().discover(Map.of()));
                IntStream.range(0, THREADS).parallel().forEach(_ -> fault());
            }
            case "built" -> {
                DeviceCycles.cycle(
                        new OpenClProvider(), TestDevice.devices(Map.of()).getFirst());
                IntStream.range(0, THREADS).parallel().forEach(_ -> fault());
            }
            case "during" -> {
                Thread discovery = Thread.ofPlatform().start(() -> new OpenClProvider().discover(Map.of()));
                while (discovery.isAlive()) {
                    fault();
                }
                fault();
            }
            case "unguarded" -> {
                resetHandler();
                fault();
            }
            default -> throw new IllegalArgumentException(arguments[0]);
        }
        System.out.println("done");
    }

    /** Uses a reference that is null now and then, and divides by zero as often. */
    private static void fault() {
        Value[] values = {new Value(1), new Value(0), null};
        int nulls = 0;
        int zeros = 0;
        for (int round = 0; round < ROUNDS; round++) {
            try {
                inverse(values[round % 100 == 0 ? round / 100 % 3 : 0]);
            } catch (NullPointerException e) {
                nulls++;
            } catch (ArithmeticException e) {
                zeros++;
            }
        }
        if (nulls != ROUNDS / 300 || zeros != ROUNDS / 300) {
            throw new IllegalStateException(nulls + " null references and " + zeros + " divisions by zero");
        }
    }

    private static int inverse(Value value) {
        return 100 / value.number();
    }

    /** Takes the JVM's handler of null references away. */
    private static void resetHandler() throws Throwable {
        Linker linker = Linker.nativeLinker();
        int status = (int) linker.downcallHandle(
                        linker.defaultLookup().findOrThrow("sigaction"),
                        FunctionDescriptor.of(
                                ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS))
                .invokeExact(SIGSEGV, Arena.global().allocate(256, Long.BYTES), MemorySegment.NULL);
        if (status != 0) {
            throw new IllegalStateException("sigaction failed");
        }
    }
}
