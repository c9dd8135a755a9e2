package io.tandem.inference.onnx.convert;

import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Tensor;
import io.tandem.inference.onnx.convert.Windows.Window;
import io.tandem.inference.onnx.format.OnnxType;
import io.tandem.inference.onnx.host.Dims;
import io.tandem.inference.onnx.host.Refusal;
import io.tandem.inference.onnx.host.SliceRange;
import io.tandem.op.SamplingOp;
import io.tandem.op.SamplingOp.Pooling;
import io.tandem.tensor.Shape;
import java.util.List;
import java.util.function.BinaryOperator;

/**
 * Pooling. One operation where the table has it; else, as windows are boxes, axis by axis: what a window takes of an axis
 * are slices of it, which are added or of which the largest is kept.
 */
final class PoolOperators {
    private PoolOperators() {}

    static void addTo(ConverterTable table) {
        table.one("MaxPool", PoolOperators::maximum);
        table.one("AveragePool", PoolOperators::average);
        table.one("LpPool", PoolOperators::power);
        table.one("LRN", PoolOperators::localResponse);
    }

    private static List<Window> windows(Call call) {
        long[] kernel = call.attributes()
                .integers("kernel_shape")
                .orElseThrow(() -> Refusal.invalid("a pooling without kernel_shape"));
        return Windows.of(call.attributes(), call.dims(0), kernel);
    }

    private static Dims result(Call call, List<Window> windows) {
        Dims dims = call.dims(0);
        for (int i = 0; i < windows.size(); i++) {
            dims = dims.with(i + 2, windows.get(i).places());
        }
        return dims;
    }

    private static Value maximum(Call call) {
        if (call.wants(1)) {
            throw Refusal.unsupported("the places of the largest elements");
        }
        List<Window> windows = windows(call);
        Dims result = result(call, windows);
        if (windows.stream().allMatch(PoolOperators::isPlain) && windows.size() <= 2) {
            return call.ofFirstType(result, pooled(call.graph(), call.floats(0), Pooling.MAX, windows));
        }
        GraphBuilder graph = call.graph();
        return call.ofFirstType(
                result,
                byAxis(call.emitter(), call.floats(0), call.dims(0), windows, Float.NEGATIVE_INFINITY, graph::max));
    }

    /** Whether an operation of the table has windows that move so. */
    private static boolean isPlain(Window window) {
        return window.dilation() == 1 && window.isSymmetric() && window.before() < window.kernel();
    }

    /** Over the last one or two axes. */
    private static Tensor pooled(GraphBuilder graph, Tensor x, Pooling pooling, List<Window> windows) {
        Window last = windows.getLast();
        if (windows.size() == 1) {
            return graph.pool1d(x, pooling, last.kernel(), last.stride(), last.before());
        }
        Window first = windows.getFirst();
        return graph.apply(
                new SamplingOp.Pool2d(
                        pooling,
                        last.kernel(),
                        first.kernel(),
                        last.stride(),
                        first.stride(),
                        last.before(),
                        first.before()),
                x);
    }

    /** The windows' elements combined, what lies outside the data being {@code outside}. */
    private static Tensor byAxis(
            Emitter emitter,
            Tensor x,
            Dims dims,
            List<Window> windows,
            float outside,
            BinaryOperator<Tensor> combination) {
        Tensor result = x;
        Dims now = dims;
        for (int i = 0; i < windows.size(); i++) {
            result = along(emitter, result, now, i + 2, windows.get(i), outside, combination);
            now = now.with(i + 2, windows.get(i).places());
        }
        return result;
    }

    private static Tensor along(
            Emitter emitter,
            Tensor x,
            Dims dims,
            int axis,
            Window window,
            float outside,
            BinaryOperator<Tensor> combination) {
        Tensor padded = x;
        if (outside == 0) {
            padded = Padding.zeros(emitter, x, dims, axis, window.before(), window.after());
        } else if (window.before() + window.after() > 0) {
            Tensor number = emitter.cast(emitter.floats(Shape.of(1), outside), x.type());
            padded = Padding.number(emitter, x, dims, axis, window.before(), window.after(), number);
        }
        Dims paddedDims = dims.with(axis, window.padded().length());
        Tensor result = null;
        Emitter.requireFew(window.kernel());
        for (int tap = 0; tap < window.kernel(); tap++) {
            long stride = window.places() <= 1 ? 1 : window.stride();
            SliceRange taken = new SliceRange((long) tap * window.dilation(), stride, window.places());
            Tensor part = LayoutOperators.slice(emitter, padded, paddedDims, axis, taken);
            result = result == null ? part : combination.apply(result, part);
        }
        if (result == null) {
            throw Refusal.invalid("an empty window");
        }
        return result;
    }

    private static Value average(Call call) {
        List<Window> windows = windows(call);
        boolean includesPadding = call.attributes().flag("count_include_pad", false);
        Dims result = result(call, windows);
        Emitter emitter = call.emitter();
        Tensor x = call.floats(0);
        boolean plain = windows.size() <= 2 && windows.stream().allMatch(window -> window.dilation() == 1);
        long divisor = 1;
        if (plain && windows.stream().allMatch(PoolOperators::isPlain)) {
            x = pooled(call.graph(), x, Pooling.AVG, windows);
            divisor = windows.stream().mapToLong(Window::kernel).reduce(1, (a, b) -> a * b);
        } else if (plain) {
            Dims dims = call.dims(0);
            for (int i = 0; i < windows.size(); i++) {
                Window window = windows.get(i);
                x = Padding.zeros(emitter, x, dims, i + 2, window.before(), window.after());
                dims = dims.with(i + 2, window.padded().length());
            }
            x = pooled(
                    call.graph(),
                    x,
                    Pooling.AVG,
                    windows.stream().map(Window::padded).toList());
            divisor = windows.stream().mapToLong(Window::kernel).reduce(1, (a, b) -> a * b);
        } else {
            x = byAxis(emitter, x, call.dims(0), windows, 0, call.graph()::add);
        }
        Value value = new Computed(OnnxType.FLOAT, result, x);
        windows.forEach(window -> Emitter.requireFew(window.kernel()));
        float[] factors = factors(result, windows, includesPadding, divisor);
        return new Computed(call.type(), result, emitter.floats(scaled(call, value, result, factors)));
    }

    /** Multiplied by a factor for each place, or by the one factor that all places have. */
    private static Value scaled(Call call, Value value, Dims result, float... factors) {
        boolean same = true;
        for (float factor : factors) {
            same &= factor == factors[0];
        }
        Tensor x = call.emitter().floats(value);
        if (same) {
            boolean kept = factors.length == 0 || factors[0] == 1;
            return kept
                    ? value
                    : new Computed(value.type(), result, call.graph().scale(x, factors[0]));
        }
        Dims places = result.range(2, result.rank());
        Tensor table = call.emitter().floats(Layouts.shape(places), factors);
        return Broadcasting.multiply(call.emitter(), value, new Computed(OnnxType.FLOAT, places, table));
    }

    /** What an average over {@code divisor} elements is multiplied by, so that only those count that should. */
    private static float[] factors(Dims result, List<Window> windows, boolean includesPadding, long divisor) {
        Dims places = result.range(2, result.rank());
        float[] factors = new float[Emitter.requireTable(places.elements())];
        long[] strides = places.strides();
        for (int i = 0; i < factors.length; i++) {
            long counted = 1;
            for (int axis = 0; axis < windows.size(); axis++) {
                long place = i / strides[axis] % places.extent(axis);
                counted *= counted(windows.get(axis), place, includesPadding);
            }
            factors[i] = (float) ((double) divisor / counted);
        }
        return factors;
    }

    private static long counted(Window window, long place, boolean includesPadding) {
        long first = includesPadding ? -window.before() : 0;
        long end = window.length() + (includesPadding ? window.declared() : 0);
        long counted = 0;
        for (int tap = 0; tap < window.kernel(); tap++) {
            long at = place * window.stride() - window.before() + (long) tap * window.dilation();
            counted += at >= first && at < end ? 1 : 0;
        }
        return counted;
    }

    private static Value power(Call call) {
        List<Window> windows = windows(call);
        GraphBuilder graph = call.graph();
        long p = call.attributes().integer("p", 2);
        Tensor exponent = call.emitter().floats(Shape.of(1), (float) p);
        Tensor x = call.floats(0);
        Tensor powers = p == 2 ? graph.sqr(x) : graph.pow(graph.abs(x), exponent);
        Tensor sums = byAxis(call.emitter(), powers, call.dims(0), windows, 0, graph::add);
        Tensor inverse = call.emitter().floats(Shape.of(1), 1f / p);
        return call.ofFirstType(result(call, windows), p == 2 ? graph.sqrt(sums) : graph.pow(sums, inverse));
    }

    /** x / (bias + alpha / size · Σ x²)^beta, summed over {@code size} neighbouring channels (Krizhevsky et al. 2012). */
    private static Value localResponse(Call call) {
        int size = Math.toIntExact(call.attributes().integer("size", 1));
        if (size < 1) {
            throw Refusal.invalid("a size of " + size);
        }
        Dims dims = call.dims(0);
        int before = (size - 1) / 2;
        Window window = new Window(dims.extent(1), size, 1, 1, before, size - 1 - before, 0, dims.extent(1));
        GraphBuilder graph = call.graph();
        Tensor squares = graph.sqr(call.floats(0));
        Tensor sums = along(call.emitter(), squares, dims, 1, window, 0, graph::add);
        float alpha = call.attributes().real("alpha", 1e-4f);
        Tensor scaled = graph.scale(sums, alpha / size, call.attributes().real("bias", 1));
        Tensor beta = call.emitter().floats(Shape.of(1), call.attributes().real("beta", 0.75f));
        return call.likeFirst(graph.div(call.floats(0), graph.pow(scaled, beta)));
    }
}
