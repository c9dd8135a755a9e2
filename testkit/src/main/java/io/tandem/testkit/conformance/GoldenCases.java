package io.tandem.testkit.conformance;

import io.tandem.graph.State;
import io.tandem.graph.Tensor;
import io.tandem.graph.Weight;
import io.tandem.graph.WeightSource;
import io.tandem.op.MatrixOp;
import io.tandem.op.ReductionOp;
import io.tandem.op.RowOp;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import io.tandem.tensor.Strides;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Results that ggml computed, as cases: a check of the references themselves. */
final class GoldenCases {
    static final String FAMILY = "golden";

    private static final Set<String> PRODUCTS = Set.of(new MatrixOp.MulMat().name(), new MatrixOp.MulMatId().name());
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfFloat FLOAT =
            ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final List<GoldenCase> cases;
    private final byte[] data;

    private GoldenCases(List<GoldenCase> cases, byte[] data) {
        this.cases = cases;
        this.data = data;
    }

    /** Reads the data of this package. */
    static GoldenCases load() {
        List<GoldenCase> cases = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        String index = new String(resource("golden/index.txt"), StandardCharsets.UTF_8);
        for (String line : Stream.concat(index.lines(), Stream.of("case ")).toList()) {
            if (line.startsWith("case ") && !lines.isEmpty()) {
                cases.add(GoldenCase.parse(lines));
                lines.clear();
            }
            lines.add(line);
        }
        return new GoldenCases(List.copyOf(cases), resource("golden/data.bin"));
    }

    private static byte[] resource(String name) {
        try (InputStream stream = GoldenCases.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException("There is no resource " + name);
            }
            return stream.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The cases of operations and types that exist. */
    List<OpCase> all() {
        return cases.stream()
                .filter(golden -> missing(golden).isEmpty())
                .map(golden ->
                        new OpCase(FAMILY, golden.operation() + " " + golden.name(), trial -> build(golden, trial)))
                .toList();
    }

    /** The cases that cannot be built: what is missing, and the cases that need it. */
    Map<String, List<String>> leftOut() {
        Map<String, List<String>> all = new TreeMap<>();
        for (GoldenCase golden : cases) {
            String missing = missing(golden);
            if (!missing.isEmpty()) {
                all.computeIfAbsent(missing, key -> new ArrayList<>()).add(golden.name());
            }
        }
        return all;
    }

    /** What keeps a case from being built; empty if nothing does. */
    private static String missing(GoldenCase golden) {
        for (GoldenCase.Stored stored : golden.inputs().values()) {
            if (stored.type().isEmpty()) {
                return "type " + stored.typeName();
            }
        }
        if (golden.output().type().isEmpty()) {
            return "type " + golden.output().typeName();
        }
        return GoldenOperations.find(golden).isPresent() ? "" : GoldenOperations.describe(golden);
    }

    private Trial build(GoldenCase golden, TrialBuilder trial) {
        GoldenOperations.Applied operation = GoldenOperations.find(golden).orElseThrow();
        List<Tensor> operands = new ArrayList<>();
        golden.inputs().forEach((name, stored) -> {
            Tensor whole = leaf(golden, operands.size(), trial, name, stored);
            operands.add(view(trial, whole, golden.views().getOrDefault(name, List.of())));
        });
        return trial.expecting(expected(golden))
                .gives(operation.apply(trial.graph(), operands), Math.max(golden.bound(), 1e-12));
    }

    private MemorySegment expected(GoldenCase golden) {
        MemorySegment bytes = bytes(golden.output());
        if (golden.operation().equals(new ReductionOp.TopK(1).name())) {
            GoldenCase.Stored operand = golden.inputs().values().iterator().next();
            return inOrder(
                    bytes,
                    golden.output().shape(),
                    bytes(operand),
                    operand.shape().d0());
        }
        return bytes;
    }

    /** ggml leaves open in which order the largest elements come: here the largest is first. */
    private static MemorySegment inOrder(MemorySegment indices, Shape shape, MemorySegment values, long length) {
        int count = (int) shape.d0();
        MemorySegment sorted = MemorySegment.ofArray(new byte[(int) indices.byteSize()]);
        for (int row = 0; row < shape.rows(); row++) {
            int from = row * count;
            long start = row * length;
            int[] order = IntStream.range(from, from + count)
                    .map(i -> indices.getAtIndex(INT, i))
                    .boxed()
                    .sorted(Comparator.comparingDouble(i -> -values.getAtIndex(FLOAT, start + i)))
                    .mapToInt(i -> i)
                    .toArray();
            for (int i = 0; i < count; i++) {
                sorted.setAtIndex(INT, from + i, order[i]);
            }
        }
        return sorted;
    }

    /** Operand 0 of a product is a weight, that of a write a state; everything else is an input. */
    private Tensor leaf(GoldenCase golden, int index, TrialBuilder trial, String name, GoldenCase.Stored stored) {
        DType type = stored.type().orElseThrow();
        MemorySegment bytes = bytes(stored);
        boolean first = index == 0;
        if (first && PRODUCTS.contains(golden.operation())) {
            return trial.graph().weight(Weight.of(name, type, stored.shape(), WeightSource.of(bytes)));
        }
        if (first && golden.operation().equals(new RowOp.SetRows().name())) {
            return trial.state(State.of(name, type, stored.shape()), bytes);
        }
        return trial.stored(type, stored.shape(), bytes);
    }

    private static Tensor view(TrialBuilder trial, Tensor whole, List<String> view) {
        if (view.isEmpty()) {
            return whole;
        }
        long[] first = GoldenCase.numbers(view.get(1));
        if (view.getFirst().equals("permute")) {
            return trial.graph().permute(whole, (int) first[0], (int) first[1], (int) first[2], (int) first[3]);
        }
        long[] strides = GoldenCase.numbers(view.get(2));
        return trial.graph()
                .view(
                        whole,
                        Shape.of(first),
                        new Strides(strides[0], strides[1], strides[2], strides[3]),
                        Long.parseLong(view.get(3)));
    }

    private MemorySegment bytes(GoldenCase.Stored stored) {
        return MemorySegment.ofArray(data).asSlice(stored.offset(), stored.bytes());
    }
}
