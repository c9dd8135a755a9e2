package io.tandem.backend.opencl;

import io.tandem.backend.BackendException;
import io.tandem.backend.BackendException.Kind;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The signal handlers of the JVM, kept while a driver is called that may put its own in their place.
 *
 * <p>Compiled Java code has no instructions for most null checks and for the check of a divisor: the processor faults, and
 * the JVM's handler turns the fault into an exception. PoCL replaces these handlers when it is first asked for its devices.
 * A division by zero gives any number then, and two threads that meet a null reference at the same moment end the process
 * with exit code 139 and no report: LLVM's handler leaves none in place before it puts back the one that it found.
 *
 * <p>A call that may start a driver or its compiler is made through {@link #kept}. While it runs, the driver's handlers are
 * in place for all threads. libjsig, preloaded, leaves no such gap.
 */
final class SignalHandlers {
    /** What HotSpot handles on Linux: SIGHUP, INT, QUIT, ILL, TRAP, BUS, FPE, SEGV, USR2, PIPE, TERM and XFSZ. */
    private static final List<Integer> SIGNALS = List.of(1, 2, 3, 4, 5, 7, 8, 11, 12, 13, 15, 25);

    /** More than a struct sigaction of any C library, none of whose parts are looked at. */
    private static final long ACTION_BYTES = 256;

    private static final FunctionDescriptor SIGACTION =
            FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS);

    private static final @Nullable SignalHandlers OF_PROCESS =
            System.getProperty("os.name").equals("Linux") && !hasLibjsig() ? new SignalHandlers() : null;

    private final MethodHandle sigaction;
    private final MemorySegment saved = Arena.global().allocate(SIGNALS.size() * ACTION_BYTES, Long.BYTES);
    private int callers;

    private SignalHandlers() {
        Linker linker = Linker.nativeLinker();
        sigaction = linker.downcallHandle(linker.defaultLookup().findOrThrow("sigaction"), SIGACTION);
    }

    /** Nothing is left to do then, and linking sigaction takes 30 ms of a start. */
    private static boolean hasLibjsig() {
        try {
            return Files.readString(Path.of("/proc/self/maps"), StandardCharsets.ISO_8859_1)
                    .contains("/libjsig.so");
        } catch (IOException e) {
            return false;
        }
    }

    /** Makes a call and puts back the handlers that were there before. On Linux; elsewhere drivers leave them alone. */
    static <T> T kept(Supplier<T> call) {
        return OF_PROCESS == null ? call.get() : OF_PROCESS.keep(call);
    }

    private <T> T keep(Supplier<T> call) {
        enter();
        try {
            return call.get();
        } finally {
            leave();
        }
    }

    /** Of calls at the same time only the first finds the JVM's handlers for certain. */
    private synchronized void enter() {
        if (callers == 0) {
            for (int index = 0; index < SIGNALS.size(); index++) {
                sigaction(SIGNALS.get(index), MemorySegment.NULL, slot(index));
            }
        }
        callers++;
    }

    private synchronized void leave() {
        callers--;
        for (int index = 0; index < SIGNALS.size(); index++) {
            sigaction(SIGNALS.get(index), slot(index), MemorySegment.NULL);
        }
    }

    private MemorySegment slot(int index) {
        return saved.asSlice(index * ACTION_BYTES, ACTION_BYTES);
    }

    private void sigaction(int signal, MemorySegment action, MemorySegment previous) {
        int status;
        try {
            status = (int) sigaction.invokeExact(signal, action, previous);
        } catch (Throwable e) {
            throw new AssertionError("A native function throws nothing", e);
        }
        if (status != 0) {
            throw new BackendException(
                    Kind.INTERNAL, OpenClProvider.NAME, "sigaction of signal " + signal + " failed [" + status + "]");
        }
    }
}
