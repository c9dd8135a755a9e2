package io.tandem.testkit.conformance;

import io.tandem.op.Op;
import io.tandem.op.ViewOp;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Every operation that a backend can be given. */
final class Operations {
    private Operations() {}

    static List<Class<?>> all() {
        return records(Op.class).toList();
    }

    private static Stream<Class<?>> records(Class<?> type) {
        if (type == ViewOp.class) {
            return Stream.empty();
        }
        return type.isSealed()
                ? Arrays.stream(type.getPermittedSubclasses()).flatMap(Operations::records)
                : Stream.of(type);
    }

    static String name(Class<?> type) {
        return Op.nameOf(type.asSubclass(Op.class));
    }
}
