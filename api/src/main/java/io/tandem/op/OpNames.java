package io.tandem.op;

import java.util.Locale;

/** ggml's names of the operations, derived from the names of their records. */
final class OpNames {
    private static final ClassValue<String> NAMES = new ClassValue<>() {
        @Override
        protected String computeValue(Class<?> type) {
            return type.getSimpleName()
                    .replaceAll("(?<=.)(?=[A-Z])|(?<=[a-z])(?=\\dd(?![a-z]))", "_")
                    .toUpperCase(Locale.ROOT);
        }
    };

    private OpNames() {}

    /** {@code MulMat} becomes {@code MUL_MAT}, {@code Pool2d} becomes {@code POOL_2D}. */
    static String of(Class<?> type) {
        return NAMES.get(type);
    }
}
