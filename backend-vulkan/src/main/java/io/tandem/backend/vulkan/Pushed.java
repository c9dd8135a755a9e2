package io.tandem.backend.vulkan;

import io.tandem.backend.gpu.Dispatch;
import java.nio.IntBuffer;

/**
 * The push constants of a dispatch, as {@code common.glsl} has them: the address of all parameters, and those which nearly
 * every kernel needs at once.
 */
final class Pushed {
    private static final int TENSOR_WORDS = Dispatch.TENSOR_WORDS;
    private static final int COUNT_AT = 2;
    private static final int FIRST_AT = 4;
    private static final int RESULT_AT = FIRST_AT + TENSOR_WORDS;
    private static final int SECOND_AT = RESULT_AT + TENSOR_WORDS;

    private Pushed() {}

    /** Sets all words from the parameters that lie at {@code address}. */
    static void put(IntBuffer words, long address, int[] parameters) {
        words.put(0, (int) address).put(1, (int) (address >>> 32));
        words.put(COUNT_AT, parameters[Dispatch.COUNT]).put(COUNT_AT + 1, 0);
        words.put(FIRST_AT, parameters, 0, TENSOR_WORDS);
        words.put(RESULT_AT, parameters, Dispatch.RESULT, TENSOR_WORDS);
        words.put(SECOND_AT, parameters, TENSOR_WORDS, 3);
        words.put(SECOND_AT + 3, parameters[TENSOR_WORDS + Dispatch.STRIDES + 1]);
    }
}
