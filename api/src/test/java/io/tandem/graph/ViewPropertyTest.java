package io.tandem.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import io.tandem.tensor.Strides;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class ViewPropertyTest {
    @Property(tries = 300)
    void permutedElementsLieWhereTheyLay(@ForAll("shapes") Shape shape, @ForAll("axes") int[] axes) {
        GraphBuilder graph = Graph.builder();
        Tensor whole = graph.input("x", DType.F16, shape);
        Tensor view = graph.permute(whole, axes[0], axes[1], axes[2], axes[3]);
        long[] index = {shape.d0() - 1, shape.d1() / 2, shape.d2() - 1, shape.d3() / 3};
        long[] moved = new long[Shape.DIMENSIONS];
        for (int i = 0; i < Shape.DIMENSIONS; i++) {
            assertThat(view.shape().dim(axes[i])).isEqualTo(shape.dim(i));
            moved[axes[i]] = index[i];
        }
        assertThat(offset(view, moved)).isEqualTo(offset(whole, index));
        assertThat(view.storage()).isSameAs(whole);
    }

    @Property(tries = 300)
    void slicesOfSlicesAddUp(@ForAll("shapes") Shape shape, @ForAll @IntRange(max = 1000) int seed) {
        GraphBuilder graph = Graph.builder();
        Tensor whole = graph.input("x", DType.F32, shape);
        Shape from = part(shape, seed);
        Tensor once = graph.slice(whole, from, minus(shape, from));
        Shape further = part(once.shape(), seed / 3);
        Tensor twice = graph.slice(once, further, minus(once.shape(), further));
        long[] first = {0, 0, 0, 0};
        long[] sum = {
            from.d0() + further.d0(), from.d1() + further.d1(), from.d2() + further.d2(), from.d3() + further.d3()
        };
        assertThat(offset(twice, first)).isEqualTo(offset(whole, sum));
        assertThat(twice.storageOffset() + twice.layout().byteExtent())
                .isLessThanOrEqualTo(whole.layout().byteExtent());
    }

    @Provide
    Arbitrary<Shape> shapes() {
        Arbitrary<Long> extent = Arbitraries.longs().between(1, 7);
        return Combinators.combine(extent, extent, extent, extent).as(Shape::new);
    }

    @Provide
    Arbitrary<int[]> axes() {
        return Arbitraries.shuffle(0, 1, 2, 3)
                .map(list -> list.stream().mapToInt(Integer::intValue).toArray());
    }

    /** An index below {@code shape} in each dimension. */
    private static Shape part(Shape shape, int seed) {
        return new Shape(seed % shape.d0(), seed / 2 % shape.d1(), seed / 5 % shape.d2(), seed / 7 % shape.d3());
    }

    private static Shape minus(Shape shape, Shape from) {
        return new Shape(
                shape.d0() - from.d0(), shape.d1() - from.d1(), shape.d2() - from.d2(), shape.d3() - from.d3());
    }

    private static long offset(Tensor tensor, long[] index) {
        Strides strides = tensor.strides();
        long offset = tensor.storageOffset();
        for (int i = 0; i < Shape.DIMENSIONS; i++) {
            offset += index[i] * strides.stride(i);
        }
        return offset;
    }
}
