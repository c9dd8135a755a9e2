package io.tandem.inference.onnx.convert;

import io.tandem.graph.Tensor;
import io.tandem.inference.onnx.host.Dims;
import io.tandem.tensor.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Brings axes into another order. */
final class Axes {
    private Axes() {}

    /** A tensor with its axes in another order: axis i of the result is axis {@code order[i]}. A view where it can be. */
    static Tensor permute(Emitter emitter, Tensor tensor, Dims dims, int... order) {
        if (dims.rank() > Shape.DIMENSIONS) {
            return permuteMerged(emitter, tensor, dims, order);
        }
        int rank = dims.rank();
        int[] places = {0, 1, 2, 3};
        for (int i = 0; i < rank; i++) {
            places[Layouts.dimension(rank, order[i])] = Layouts.dimension(rank, i);
        }
        return isIdentity(places)
                ? tensor
                : emitter.graph().permute(tensor, places[0], places[1], places[2], places[3]);
    }

    private static boolean isIdentity(int[] places) {
        return Arrays.equals(places, new int[] {0, 1, 2, 3});
    }

    /** Axes that stay neighbours move as one. */
    private static Tensor permuteMerged(Emitter emitter, Tensor tensor, Dims dims, int[] order) {
        List<List<Integer>> groups = new ArrayList<>();
        for (int axis : order) {
            if (!groups.isEmpty() && groups.getLast().getLast() == axis - 1) {
                groups.getLast().add(axis);
            } else {
                groups.add(new ArrayList<>(List.of(axis)));
            }
        }
        List<List<Integer>> sorted = new ArrayList<>(groups);
        sorted.sort((a, b) -> Integer.compare(a.getFirst(), b.getFirst()));
        Dims merged = Dims.of(sorted.stream()
                .map(group -> dims.product(group.getFirst(), group.getLast() + 1))
                .toList());
        if (merged.rank() > Shape.DIMENSIONS) {
            return permuteStepwise(emitter, tensor, dims, order);
        }
        int[] mergedOrder = groups.stream().mapToInt(sorted::indexOf).toArray();
        Tensor permuted = permute(emitter, emitter.reshape(tensor, merged), merged, mergedOrder);
        return emitter.reshape(emitter.packed(permuted), dims.permute(order));
    }

    /** One axis after the other goes to its place: it and what is in between are neighbours that change places. */
    private static Tensor permuteStepwise(Emitter emitter, Tensor tensor, Dims dims, int[] order) {
        List<Integer> current = new ArrayList<>();
        for (int axis = 0; axis < order.length; axis++) {
            current.add(axis);
        }
        Tensor result = tensor;
        for (int place = 0; place < order.length; place++) {
            int at = current.indexOf(order[place]);
            if (at > place) {
                Dims now = dims.permute(
                        current.stream().mapToInt(Integer::intValue).toArray());
                Dims blocks = Dims.of(
                        now.product(0, place), now.product(place, at), now.extent(at), now.product(at + 1, now.rank()));
                result = emitter.packed(permute(emitter, emitter.reshape(result, blocks), blocks, 0, 2, 1, 3));
                current.add(place, current.remove(/* index */ at));
            }
        }
        return emitter.reshape(result, dims.permute(order));
    }

    /** Three dimensions: what is before an axis, the axis and what is behind it. */
    static Dims around(Dims dims, int axis) {
        return Dims.of(dims.product(0, axis), dims.extent(axis), dims.product(axis + 1, dims.rank()));
    }

    /** The axes that are not in {@code last}, then those that are. */
    static int[] lastly(int rank, Set<Integer> last) {
        int[] order = new int[rank];
        int next = 0;
        for (int axis = 0; axis < rank; axis++) {
            if (!last.contains(axis)) {
                order[next++] = axis;
            }
        }
        for (int axis : last) {
            order[next++] = axis;
        }
        return order;
    }

    /** The order that undoes another. */
    static int[] inverse(int... order) {
        int[] inverse = new int[order.length];
        for (int i = 0; i < order.length; i++) {
            inverse[order[i]] = i;
        }
        return inverse;
    }

    /** Some axes of a tensor as rows: of shape [their elements, all others'], other axes in their order. */
    static Tensor rows(Emitter emitter, Tensor tensor, Dims dims, Set<Integer> axes) {
        int[] order = lastly(dims.rank(), axes);
        long row = axes.stream().mapToLong(dims::extent).reduce(1, (a, b) -> a * b);
        long rows = 1;
        for (int axis = 0; axis < dims.rank(); axis++) {
            rows *= axes.contains(axis) ? 1 : dims.extent(axis);
        }
        return emitter.reshape(permute(emitter, tensor, dims, order), Shape.of(row, rows));
    }
}
