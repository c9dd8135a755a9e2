package io.tandem.inference.onnx.convert;

import io.tandem.graph.Tensor;
import io.tandem.inference.onnx.format.OnnxType;
import io.tandem.inference.onnx.host.Dims;
import io.tandem.inference.onnx.host.Refusal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Einsum: operand after operand a product of matrices over the labels that are not needed any more. */
final class EinsumOperators {
    private EinsumOperators() {}

    static void addTo(ConverterTable table) {
        table.one("Einsum", EinsumOperators::einsum);
    }

    /** A tensor with a label for each of its axes. */
    private record Labelled(Tensor tensor, Dims dims, List<Integer> labels) {
        /** Summed over the axes whose labels nobody needs. */
        Labelled reduced(Emitter emitter, Set<Integer> needed) {
            Set<Integer> gone = new TreeSet<>();
            List<Integer> kept = new ArrayList<>();
            for (int axis = 0; axis < labels.size(); axis++) {
                if (needed.contains(labels.get(axis))) {
                    kept.add(labels.get(axis));
                } else {
                    gone.add(axis);
                }
            }
            if (gone.isEmpty()) {
                return this;
            }
            Dims rest = dims.permute(kept.stream().mapToInt(labels::indexOf).toArray());
            Tensor sums = emitter.graph().sumRows(Axes.rows(emitter, tensor, dims, gone));
            return new Labelled(emitter.reshape(sums, rest), rest, kept);
        }

        /** With the axes in the order of these labels, which are all of them. */
        Labelled ordered(Emitter emitter, List<Integer> order) {
            int[] axes = order.stream().mapToInt(labels::indexOf).toArray();
            return new Labelled(Axes.permute(emitter, tensor, dims, axes), dims.permute(axes), order);
        }

        Dims dims(List<Integer> chosen) {
            return dims.permute(chosen.stream().mapToInt(labels::indexOf).toArray());
        }
    }

    private static Value einsum(Call call) {
        EinsumEquation equation = EinsumEquation.of(call);
        Labelled result = null;
        for (int i = 0; i < equation.operands().size(); i++) {
            List<Integer> labels = equation.operands().get(i);
            if (new HashSet<>(labels).size() < labels.size()) {
                throw Refusal.unsupported("the diagonal of an operand");
            }
            Labelled next = new Labelled(call.emitter().singles(call.value(i)), call.dims(i), labels);
            Set<Integer> needed = equation.neededAfter(i);
            result = result == null
                    ? next.reduced(call.emitter(), needed)
                    : product(call.emitter(), result, next, needed);
        }
        if (result == null) {
            throw Refusal.invalid("an einsum of nothing");
        }
        Labelled ordered = result.reduced(call.emitter(), new HashSet<>(equation.result()))
                .ordered(call.emitter(), equation.result());
        return call.ofFirstType(ordered.dims(), ordered.tensor());
    }

    private static Labelled product(Emitter emitter, Labelled left, Labelled right, Set<Integer> needed) {
        Set<Integer> neededLeft = new HashSet<>(needed);
        neededLeft.addAll(right.labels());
        Set<Integer> neededRight = new HashSet<>(needed);
        neededRight.addAll(left.labels());
        Labelled a = left.reduced(emitter, neededLeft);
        Labelled b = right.reduced(emitter, neededRight);
        List<Integer> batch = new ArrayList<>();
        List<Integer> summed = new ArrayList<>();
        List<Integer> rows = new ArrayList<>();
        for (int label : a.labels()) {
            boolean shared = b.labels().contains(label);
            (!shared ? rows : needed.contains(label) ? batch : summed).add(label);
        }
        List<Integer> columns = new ArrayList<>(b.labels());
        columns.removeAll(a.labels());
        if (!a.dims(batch).equals(b.dims(batch)) || !a.dims(summed).equals(b.dims(summed))) {
            throw Refusal.unsupported("an einsum of shapes " + a.dims() + " and " + b.dims());
        }
        Dims common = a.dims(batch);
        Dims inner = a.dims(summed);
        Value first = value(
                emitter,
                a,
                joined(batch, rows, summed),
                Dims.of(common.elements(), a.dims(rows).elements(), inner.elements()));
        Value second = value(
                emitter,
                b,
                joined(batch, summed, columns),
                Dims.of(common.elements(), inner.elements(), b.dims(columns).elements()));
        Value product = MatrixOperators.product(emitter, first, second);
        Dims dims = common.append(a.dims(rows)).append(b.dims(columns));
        return new Labelled(emitter.reshape(emitter.tensor(product), dims), dims, joined(batch, rows, columns));
    }

    private static Value value(Emitter emitter, Labelled operand, List<Integer> order, Dims matrices) {
        Tensor tensor = operand.ordered(emitter, order).tensor();
        return new Computed(OnnxType.FLOAT, matrices, emitter.reshape(tensor, matrices));
    }

    @SafeVarargs
    private static List<Integer> joined(List<Integer>... lists) {
        List<Integer> all = new ArrayList<>();
        for (List<Integer> list : lists) {
            all.addAll(list);
        }
        return all;
    }
}
