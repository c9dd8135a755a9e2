package io.tandem.inference.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.inference.onnx.format.OnnxTensor;
import io.tandem.inference.onnx.host.HostTensor;
import io.tandem.scheduler.Devices;
import io.tandem.scheduler.Scheduler;
import io.tandem.scheduler.plan.Placement;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Whole networks on the CPU, against ONNX Runtime. */
class NetworkTest {
    /** Of the largest element of an output. */
    private static final double TOLERANCE = 1e-4;

    /** The outputs by way of the scheduler and the CPU device. */
    static Map<String, OnnxTensor> run(byte[] content, List<OnnxTensor> inputs) {
        try (Devices devices = Devices.discover();
                Scheduler scheduler = Scheduler.of(devices.select("cpu"));
                OnnxModel model = OnnxModel.of("network", content)) {
            OnnxRunner runner = new OnnxRunner(scheduler, Placement.priority());
            return runner.run(model, inputs.stream().collect(Collectors.toMap(OnnxTensor::name, Function.identity())));
        }
    }

    private static void check(byte[] content, List<OnnxTensor> inputs) {
        Map<String, OnnxTensor> actual = run(content, inputs);
        for (OnnxTensor expected : OnnxRuntime.run(content, inputs)) {
            OnnxTensor output = actual.get(expected.name());
            assertThat(output.dimensions()).isEqualTo(expected.dimensions());
            assertThat(relativeError(HostTensor.of(output), HostTensor.of(expected)))
                    .as(expected.name())
                    .isLessThan(TOLERANCE);
        }
    }

    private static double relativeError(HostTensor actual, HostTensor expected) {
        double largest = Double.MIN_NORMAL;
        double error = 0;
        for (int i = 0; i < expected.size(); i++) {
            largest = Math.max(largest, Math.abs(expected.real(i)));
            double difference = Math.abs(actual.real(i) - expected.real(i));
            error = difference >= 0 ? Math.max(error, difference) : Double.POSITIVE_INFINITY;
        }
        return error / largest;
    }

    private static Set<String> operations(byte[] content, ImportRequest request) {
        try (OnnxModel model = OnnxModel.of("network", content)) {
            return model.graph(request).graph().nodes().stream()
                    .map(node -> node.op().name())
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    @Test
    void convolutionalNetwork() {
        byte[] content = new ConvolutionalNetwork(10).build();
        Random random = new Random(3);
        float[] pixels = new float[2 * 3 * 32 * 32];
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] = random.nextFloat() * 2 - 1;
        }
        check(content, List.of(OnnxRuntime.floats("image", List.of(2L, 3L, 32L, 32L), pixels)));
        assertThat(operations(content, ImportRequest.create().withSize("batch", 2)))
                .contains("CONV_2D", "CONV_2D_DW", "POOL_2D", "SOFT_MAX");
    }

    @Test
    void transformer() {
        byte[] content = new Transformer(2, 4, 32).build();
        OnnxTensor ids = OnnxRuntime.integers("ids", List.of(2L, 7L), 1, 5, 9, 2, 0, 0, 0, 3, 8, 7, 6, 4, 11, 2);
        OnnxTensor mask = OnnxRuntime.integers("mask", List.of(2L, 7L), 1, 1, 1, 1, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1);
        check(content, List.of(ids, mask));
        ImportRequest request = ImportRequest.create().withSize("batch", 2).withSize("length", 7);
        assertThat(operations(content, request))
                .contains("NORM", "GELU_ERF", "SOFT_MAX", "GET_ROWS")
                .doesNotContain("ERF", "EXP");
        assertThat(operations(content, request.withoutFusions()))
                .contains("ERF")
                .doesNotContain("NORM", "GELU_ERF");
    }

    @Test
    void transformerOperatorByOperatorIsTheSame() {
        byte[] content = new Transformer(1, 2, 16).build();
        OnnxTensor ids = OnnxRuntime.integers("ids", List.of(1L, 5L), 1, 5, 9, 2, 0);
        OnnxTensor mask = OnnxRuntime.integers("mask", List.of(1L, 5L), 1, 1, 1, 1, 0);
        Parity.check(content, List.of(ids, mask)); // both ways
    }
}
