package io.tandem.testkit.fuzz;

import io.tandem.op.AttentionOp;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import io.tandem.tensor.Strides;
import io.tandem.tensor.TensorLayout;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;

/** Records of random parameters: mostly such as an operation takes, now and then anything. */
final class RandomParameters {
    private static final int[] INTS = {0, 1, 1, 2, 2, 3, 4, 8, 16};
    private static final int[] STRANGE_INTS = {-1, -7, 1000, Integer.MAX_VALUE, Integer.MIN_VALUE};
    private static final long[] STRANGE_LONGS = {-4, 1, 3, 1L << 33, Long.MAX_VALUE, Long.MIN_VALUE};
    private static final float[] FLOATS = {0, 0.5f, 1, -1, 2, -2.5f};

    /** Numbers for which not just any float makes sense. */
    private static final Map<String, float[]> SENSIBLE = Map.of(
            "base", new float[] {100, 10_000},
            "eps", new float[] {1e-5f, 1e-3f},
            "frequencyScale", new float[] {1, 0.25f},
            "maxBias", new float[] {0, 0, 8},
            "softCap", new float[] {0, 0, 3},
            "attention", new float[] {1, 1.5f},
            "betaFast", new float[] {32},
            "betaSlow", new float[] {1});

    private final Random random;

    RandomParameters(Random random) {
        this.random = random;
    }

    /**
     * A record of a type, for operands like {@code near}.
     *
     * @throws IllegalArgumentException if its constructor refuses the parameters
     */
    <R> R make(Class<R> type, TensorLayout near) {
        try {
            RecordComponent[] components = type.getRecordComponents();
            Object[] parameters = new Object[components.length];
            for (int i = 0; i < parameters.length; i++) {
                parameters[i] = parameter(components[i], near);
            }
            return canonical(type).newInstance(parameters);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof IllegalArgumentException refusal) {
                throw refusal;
            }
            throw new AssertionError("The constructor of " + type.getSimpleName() + " failed", e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    private static <R> Constructor<R> canonical(Class<R> type) throws NoSuchMethodException {
        Class<?>[] types = Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new);
        return type.getDeclaredConstructor(types);
    }

    private Object parameter(RecordComponent component, TensorLayout near) {
        Class<?> type = component.getType();
        if (type == int.class) {
            return integer(near.shape());
        }
        if (type == long.class) {
            return bytes(near);
        }
        if (type == float.class) {
            return pick(SENSIBLE.getOrDefault(component.getName(), FLOATS));
        }
        if (type == boolean.class) {
            return random.nextBoolean();
        }
        if (type == Shape.class) {
            return shape(near.shape());
        }
        if (type == Strides.class) {
            return strides(near);
        }
        if (type == AttentionOp.Yarn.class && random.nextInt(3) > 0) {
            return AttentionOp.Yarn.NONE;
        }
        if (type == AttentionOp.Sections.class && random.nextBoolean()) {
            return AttentionOp.Sections.NONE;
        }
        return type.isEnum() ? pick(type.getEnumConstants()) : make(type, near);
    }

    private int integer(Shape near) {
        if (random.nextInt(40) == 0) {
            return STRANGE_INTS[random.nextInt(STRANGE_INTS.length)];
        }
        return random.nextInt(3) == 0
                ? (int) Math.min(near.dim(random.nextInt(Shape.DIMENSIONS)), 1 << 20) / (1 + random.nextInt(2))
                : INTS[random.nextInt(INTS.length)];
    }

    private long bytes(TensorLayout near) {
        if (random.nextInt(40) == 0) {
            return STRANGE_LONGS[random.nextInt(STRANGE_LONGS.length)];
        }
        return switch (random.nextInt(3)) {
            case 0 -> 0;
            case 1 -> (long) near.type().blockBytes() * random.nextInt(8);
            default -> near.strides().stride(random.nextInt(Shape.DIMENSIONS));
        };
    }

    private Strides strides(TensorLayout near) {
        Strides strides = near.strides();
        boolean same = random.nextInt(3) > 0;
        return new Strides(
                same ? strides.s0() : bytes(near),
                same || random.nextBoolean() ? strides.s1() : bytes(near),
                same || random.nextBoolean() ? strides.s2() : bytes(near),
                random.nextBoolean() ? strides.s3() : bytes(near));
    }

    /** Another shape like one: a multiple, a part, another order, as many elements. */
    private Shape shape(Shape near) {
        long[] dimensions = {near.d0(), near.d1(), near.d2(), near.d3()};
        int index = random.nextInt(dimensions.length);
        switch (random.nextInt(5)) {
            case 0 -> dimensions[index] *= 1 + random.nextInt(3);
            case 1 -> dimensions[index] = random.nextInt(4);
            case 2 -> dimensions = new long[] {near.d1(), near.d0(), near.d2(), near.d3()};
            case 3 -> dimensions = new long[] {near.elements(), 1, 1, 1};
            default -> Arrays.setAll(dimensions, i -> random.nextInt(3));
        }
        return Shape.of(dimensions);
    }

    private <T> T pick(T[] values) {
        return values[random.nextInt(values.length)];
    }

    private float pick(float[] values) {
        return values[random.nextInt(values.length)];
    }

    /** Any type of elements, plain floats more often than others. */
    DType type() {
        return switch (random.nextInt(6)) {
            case 0, 1, 2 -> DType.F32;
            case 3 -> random.nextBoolean() ? DType.F16 : DType.BF16;
            case 4 -> random.nextBoolean() ? DType.I32 : DType.I64;
            default -> pick(DType.values());
        };
    }
}
