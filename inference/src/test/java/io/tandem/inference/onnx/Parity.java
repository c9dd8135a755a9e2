package io.tandem.inference.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.inference.onnx.convert.Layouts;
import io.tandem.inference.onnx.format.OnnxTensor;
import io.tandem.inference.onnx.host.HostTensor;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Runs a model by its imported graph and by ONNX Runtime, and compares. */
public final class Parity {
    /** The error allowed in an element, relative to the largest one or to 1, whichever is larger. */
    public static final double TOLERANCE = 2e-5;

    private Parity() {}

    /** Compares all outputs; the inputs named in {@code known} are constants of the graph. */
    public static ImportedGraph check(byte[] content, List<OnnxTensor> inputs, String... known) {
        try (OnnxModel model = OnnxModel.of("test", content)) {
            ImportedGraph fused = imported(model, ImportRequest.create(), inputs, Set.of(known));
            List<OnnxTensor> expected = OnnxRuntime.run(content, inputs);
            compare(fused, inputs, expected);
            compare(imported(model, ImportRequest.create().withoutFusions(), inputs, Set.of(known)), inputs, expected);
            return fused;
        }
    }

    /** The graph for inputs of these shapes. */
    static ImportedGraph imported(OnnxModel model, ImportRequest start, List<OnnxTensor> inputs, Set<String> known) {
        ImportRequest request = start;
        for (OnnxTensor input : inputs) {
            request = known.contains(input.name())
                    ? request.withValue(input.name(), input)
                    : request.withShape(input.name(), input.dimensions());
        }
        return model.graph(request);
    }

    private static void compare(ImportedGraph graph, List<OnnxTensor> inputs, List<OnnxTensor> expected) {
        Map<String, OnnxTensor> actual = run(graph, inputs);
        assertThat(actual).hasSameSizeAs(expected);
        for (OnnxTensor output : expected) {
            assertThat(error(actual.get(output.name()), output))
                    .as(output.name())
                    .isLessThan(TOLERANCE);
        }
    }

    /** The outputs of an imported graph. */
    static Map<String, OnnxTensor> run(ImportedGraph graph, List<OnnxTensor> inputs) {
        Map<String, MemorySegment> fed = new HashMap<>();
        for (OnnxTensor input : inputs) {
            OnnxTensor stored = HostTensor.converted(input, Layouts.stored(input.type()));
            fed.put(input.name(), stored.data());
        }
        Map<String, byte[]> bytes = GraphRun.of(graph.graph(), fed);
        Map<String, OnnxTensor> outputs = new HashMap<>();
        graph.outputs().forEach((name, port) -> {
            MemorySegment data = MemorySegment.ofArray(bytes.get(name));
            OnnxTensor stored = new OnnxTensor(name, port.shape(), Layouts.stored(port.type()), data, List.of());
            outputs.put(name, HostTensor.converted(stored, port.type()));
        });
        return outputs;
    }

    /** The largest difference of two tensors of one type and shape, relative to the largest element. */
    static double error(OnnxTensor actual, OnnxTensor expected) {
        assertThat(actual.dimensions()).as("shape").isEqualTo(expected.dimensions());
        assertThat(actual.type()).as("type").isEqualTo(expected.type());
        HostTensor a = HostTensor.of(actual);
        HostTensor b = HostTensor.of(expected);
        double largest = 1;
        double error = 0;
        for (int i = 0; i < b.size(); i++) {
            double x = a.real(i);
            double y = b.real(i);
            if (Double.isFinite(y)) {
                largest = Math.max(largest, Math.abs(y));
                error = Double.isNaN(x) ? Double.POSITIVE_INFINITY : Math.max(error, Math.abs(x - y));
            } else if (Double.compare(x, y) != 0) {
                return Double.POSITIVE_INFINITY;
            }
        }
        return error / largest;
    }
}
