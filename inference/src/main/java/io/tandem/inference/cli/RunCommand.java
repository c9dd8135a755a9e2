package io.tandem.inference.cli;

import io.tandem.inference.ModelException;
import io.tandem.inference.onnx.OnnxModel;
import io.tandem.inference.onnx.OnnxRunner;
import io.tandem.inference.onnx.format.OnnxTensor;
import io.tandem.inference.onnx.format.OnnxValue;
import io.tandem.scheduler.SessionOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tandem run}: a model once, on tensors of files. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = "Runs an ONNX model once on tensors of files, and prints its outputs or writes them to files.")
final class RunCommand implements Callable<Integer> {
    private final Console console;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Mixin
    private final PlacementOptions placement = new PlacementOptions();

    @Mixin
    private final TraceOption trace = new TraceOption();

    @Option(
            names = "--input",
            paramLabel = "NAME=FILE",
            description = "The content of an input: a file of NumPy (.npy) or an ONNX tensor (.pb). May be repeated.")
    private Map<String, Path> inputs = new LinkedHashMap<>();

    @Option(
            names = "--output",
            paramLabel = "FOLDER",
            description = "Writes each output to a file of its name in this folder, which is made if it is missing.")
    private @Nullable Path output;

    @Option(names = "--format", paramLabel = "npy|pb", description = "What files to write (default: ${DEFAULT-VALUE}).")
    private TensorFormat format = TensorFormat.NPY;

    @Parameters(paramLabel = "MODEL", description = "An ONNX file.")
    private Path file = Path.of("");

    RunCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        NamedValues.requireDistinct(spec.commandLine(), "--input");
        try (OnnxModel model = OnnxModel.open(file);
                Engine engine = Engine.open(placement, spec.commandLine())) {
            OnnxRunner runner = new OnnxRunner(engine.scheduler(), engine.placement());
            OnnxRunner.Result result = run(runner, model, read(model));
            result.notes().forEach(console::note);
            trace.write(result.timeline().stream().toList());
            if (output == null) {
                result.outputs().values().forEach(tensor -> TensorPrinter.print(console.out(), tensor));
            } else {
                for (Path written :
                        format.write(output, List.copyOf(result.outputs().values()))) {
                    console.out().println(written);
                }
            }
        }
        return 0;
    }

    private OnnxRunner.Result run(OnnxRunner runner, OnnxModel model, Map<String, OnnxTensor> tensors) {
        SessionOptions options = SessionOptions.defaults();
        try {
            return runner.run(model, tensors, trace.isWanted() ? options.withTimelines() : options);
        } catch (IllegalArgumentException e) { // a tensor that does not fit its input
            throw new ModelException("cannot run model " + file + ": " + e.getMessage(), e);
        }
    }

    private Map<String, OnnxTensor> read(OnnxModel model) {
        List<String> names = model.inputs().stream().map(OnnxValue::name).toList();
        for (String name : inputs.keySet()) {
            if (!names.contains(name)) {
                throw new ParameterException(
                        spec.commandLine(), "--input: the model has no input '" + name + "' but " + names);
            }
        }
        Map<String, OnnxTensor> tensors = new LinkedHashMap<>();
        for (OnnxValue input : model.inputs()) {
            Path tensorFile = inputs.get(input.name());
            if (tensorFile == null) {
                throw new ParameterException(
                        spec.commandLine(),
                        "Missing --input " + input.name() + "=FILE, which is " + TensorPrinter.describe(input));
            }
            tensors.put(input.name(), read(tensorFile));
        }
        return tensors;
    }

    private OnnxTensor read(Path tensorFile) {
        return TensorFormat.of(tensorFile)
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(), "--input: " + tensorFile + " is neither a .npy nor a .pb file"))
                .read(tensorFile);
    }
}
