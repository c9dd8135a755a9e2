package io.tandem.inference.onnx;

import io.tandem.backend.BackendException;
import io.tandem.inference.ModelException;
import io.tandem.inference.UnsupportedModelException;
import io.tandem.inference.onnx.format.OnnxTensor;
import io.tandem.inference.onnx.format.OnnxType;
import io.tandem.inference.onnx.format.OnnxValue;
import io.tandem.inference.onnx.format.TensorFile;
import io.tandem.inference.onnx.host.HostTensor;
import io.tandem.scheduler.plan.PlacementException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Holds Tandem against a test of the ONNX project: a folder with {@code model.onnx} and folders {@code test_data_set_N} of
 * {@code input_N.pb} and {@code output_N.pb}. An element may be off by 10⁻³ of itself and 10⁻⁷, as in ONNX's own runner.
 *
 * @param runner runs the models
 */
public record OnnxCheck(OnnxRunner runner) {
    private static final double RELATIVE = 1e-3;
    private static final double ABSOLUTE = 1e-7;

    /** How a test went. */
    public sealed interface Outcome {
        /** All outputs agree; the largest difference between elements. */
        record Pass(double largestError) implements Outcome {}

        /** An output differs, or something went wrong. */
        record Fail(String reason) implements Outcome {}

        /** The test needs something that Tandem does not have. */
        record Unsupported(String reason) implements Outcome {}
    }

    /** Runs the test of a folder. Whatever goes wrong is part of the outcome. */
    public Outcome run(Path folder) {
        try (OnnxModel model = OnnxModel.open(folder.resolve("model.onnx"))) {
            for (OnnxValue input : model.inputs()) {
                if (input.type() == OnnxType.UNDEFINED) {
                    return new Outcome.Unsupported("input '" + input.name() + "' is no tensor");
                }
            }
            List<Path> sets = children(folder, "test_data_set_");
            if (sets.isEmpty()) {
                return new Outcome.Fail("there is no folder test_data_set_0");
            }
            double error = 0;
            for (Path set : sets) {
                error = Math.max(error, difference(model, set));
            }
            return new Outcome.Pass(error);
        } catch (UnsupportedModelException e) {
            return new Outcome.Unsupported(shortened(reason(e)));
        } catch (ModelException | BackendException | PlacementException | IllegalArgumentException e) {
            return new Outcome.Fail(reason(e));
        } catch (UncheckedIOException e) {
            return new Outcome.Fail("cannot read " + folder + ": " + e.getMessage());
        }
    }

    /** The largest error of a set of tensors. */
    private double difference(OnnxModel model, Path set) {
        Map<String, OnnxTensor> outputs = runner.run(model, tensors(set, "input_", model.inputs()));
        Map<String, OnnxTensor> expected = tensors(set, "output_", model.outputs());
        if (expected.isEmpty()) {
            throw new IllegalArgumentException(set.getFileName() + " expects nothing: there is no output_0.pb");
        }
        double error = 0;
        for (OnnxTensor output : expected.values()) {
            error = Math.max(error, difference(outputs, output));
        }
        return error;
    }

    private static String reason(RuntimeException e) {
        return String.valueOf(e.getMessage());
    }

    /** Without the file, which the test names, and without all that would be supported. */
    private static String shortened(String reason) {
        return reason.replaceFirst("^cannot import model .*?: (unsupported: )?", "")
                .replaceFirst("\\. Supported operators: .*", "");
    }

    private static List<Path> children(Path folder, String prefix) {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.filter(path -> path.getFileName().toString().startsWith(prefix))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, OnnxTensor> tensors(Path set, String prefix, List<OnnxValue> values) {
        Map<String, OnnxTensor> tensors = new LinkedHashMap<>();
        for (int i = 0; i < values.size(); i++) {
            Path file = set.resolve(prefix + i + ".pb");
            if (Files.exists(file)) {
                OnnxTensor tensor = TensorFile.read(file);
                String name = values.get(i).name();
                tensors.put(
                        name,
                        new OnnxTensor(name, tensor.dimensions(), tensor.type(), tensor.data(), tensor.strings()));
            }
        }
        return tensors;
    }

    private static double difference(Map<String, OnnxTensor> outputs, OnnxTensor expected) {
        OnnxTensor actual = outputs.get(expected.name());
        if (actual == null) {
            throw new IllegalArgumentException("output '" + expected.name() + "' is missing");
        }
        if (actual.type() != expected.type() || !actual.dimensions().equals(expected.dimensions())) {
            throw new IllegalArgumentException("output '" + expected.name() + "' is " + actual.type()
                    + actual.dimensions() + " instead of " + expected.type() + expected.dimensions());
        }
        return difference(actual, expected);
    }

    private static double difference(OnnxTensor actual, OnnxTensor expected) {
        double largest = 0;
        double worst = 0;
        long wrong = 0;
        String example = "";
        for (long i = 0; i < expected.elements(); i++) {
            double a = HostTensor.real(actual, i);
            double b = HostTensor.real(expected, i);
            double error = Double.compare(a, b) == 0 ? 0 : Math.abs(a - b);
            largest = Math.max(largest, error);
            if (!(error <= tolerance(b))) {
                wrong++;
                if (example.isEmpty() || !(error <= worst)) {
                    worst = error;
                    example = a + " instead of " + b + " at element " + i;
                }
            }
        }
        if (wrong > 0) {
            throw new IllegalArgumentException("output '" + expected.name() + "' has " + wrong + " wrong elements of "
                    + expected.elements() + ", the largest error " + (float) worst + ": " + example);
        }
        return largest;
    }

    /** An infinity is met exactly or not at all. */
    private static double tolerance(double expected) {
        return Double.isFinite(expected) ? ABSOLUTE + RELATIVE * Math.abs(expected) : 0;
    }
}
