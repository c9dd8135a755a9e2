package io.tandem.backend.cpu.kernel;

/**
 * a · b + c, rounded once where the processor can, else twice. {@link Math#fma} always rounds once, and where the processor
 * cannot, it does so in numbers of any length and a thousand times as slowly.
 */
final class MultiplyAdd {
    /** An instruction takes 0.1 µs with an interpreter; numbers of 300 digits take 3 µs once compiled, 50 µs before. */
    private static final long INSTRUCTION_NANOS = 1000;

    /** As many are timed together, because some clocks take microseconds to read. */
    private static final int TIMED = 20;

    /** A machine that is busy elsewhere may slow down many of them. */
    private static final int TRIES = 100;

    /** Whether the JVM makes an instruction of {@link Math#fma}. */
    static final boolean IS_INSTRUCTION = measure(Float.MIN_VALUE, Float.MAX_VALUE);

    private MultiplyAdd() {}

    static float fma(float a, float b, float c) {
        return IS_INSTRUCTION ? Math.fma(a, b, c) : a * b + c;
    }

    /** The JVM tells it through its management classes alone, which take 50 ms to load. One fast try is enough. */
    private static boolean measure(float tiny, float huge) {
        float sum = 0;
        for (int i = 0; i < TRIES; i++) {
            long start = System.nanoTime();
            for (int j = 0; j < TIMED; j++) {
                sum += Math.fma(tiny, tiny, huge);
            }
            if (System.nanoTime() - start < TIMED * INSTRUCTION_NANOS && sum > 0) {
                return true;
            }
        }
        return false;
    }
}
