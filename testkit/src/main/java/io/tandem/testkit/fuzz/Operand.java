package io.tandem.testkit.fuzz;

import io.tandem.graph.Tensor;
import io.tandem.tensor.Shape;
import io.tandem.tensor.TensorLayout;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * What an operation may be tried on: a tensor that is there, or one to be made once the operation takes it.
 *
 * @param existing the tensor, or null where it is to be made
 */
record Operand(TensorLayout layout, @Nullable Tensor existing) {
    private static final long[] EXTENTS = {1, 1, 2, 2, 3, 4, 5, 7, 8, 16, 32, 33};
    private static final long MOST_ELEMENTS = 4096;

    static Operand of(Tensor tensor) {
        return new Operand(tensor.layout(), tensor);
    }

    /**
     * A tensor to be made whose shape has to do with those of the operands before.
     *
     * @throws IllegalArgumentException if there is no such layout
     */
    static Operand random(Random random, RandomParameters parameters, List<TensorLayout> before) {
        TensorLayout like = before.isEmpty() ? null : before.get(random.nextInt(before.size()));
        Shape shape = like == null ? anyShape(random) : near(random, like.shape());
        var type = like != null && random.nextInt(4) == 0 ? like.type() : parameters.type();
        if (type.isQuantized()) {
            shape = shape.with(0, Math.ceilDiv(Math.max(1, shape.d0()), type.blockLength()) * type.blockLength());
        }
        if (shape.elements() > MOST_ELEMENTS) {
            throw new IllegalArgumentException("too large to be tried: " + shape);
        }
        return new Operand(TensorLayout.of(type, shape), null);
    }

    private static long extent(Random random) {
        return random.nextInt(60) == 0 ? 0 : EXTENTS[random.nextInt(EXTENTS.length)];
    }

    private static Shape anyShape(Random random) {
        long[] dimensions = new long[1 + random.nextInt(Shape.DIMENSIONS)];
        for (int i = 0; i < dimensions.length; i++) {
            dimensions[i] = extent(random);
        }
        return Shape.of(dimensions);
    }

    private static Shape near(Random random, Shape shape) {
        return switch (random.nextInt(8)) {
            case 0 -> Shape.of(shape.d1(), shape.d2(), shape.d3());
            case 1 -> Shape.of(shape.dim(random.nextInt(Shape.DIMENSIONS)) * (random.nextBoolean() ? 1 : 4));
            default -> mutated(random, shape);
        };
    }

    private static Shape mutated(Random random, Shape shape) {
        long[] dimensions = new long[Shape.DIMENSIONS];
        for (int i = 0; i < dimensions.length; i++) {
            dimensions[i] = switch (random.nextInt(6)) {
                case 0 -> extent(random);
                case 1 -> shape.dim(random.nextInt(Shape.DIMENSIONS));
                default -> shape.dim(i);
            };
        }
        return Shape.of(dimensions);
    }
}
