package io.tandem.inference.cli;

import io.tandem.inference.embedding.SentenceModel;
import io.tandem.inference.onnx.ImportRequest;
import io.tandem.inference.onnx.OnnxModel;
import io.tandem.scheduler.plan.Plan;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tandem plan}: which device would hold and run each tensor, and why. Nothing runs. */
@Command(
        name = "plan",
        mixinStandardHelpOptions = true,
        description = "Explains which device would hold and run each tensor of a model, and why. Nothing runs.")
final class PlanCommand implements Callable<Integer> {
    private static final String MINI_LM = "minilm";

    private final Console console;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Mixin
    private final PlacementOptions placement = new PlacementOptions();

    @ArgGroup
    private Format format = new Format();

    @Option(
            names = "--dim",
            paramLabel = "NAME=N",
            description = "The size of an open dimension of the model's inputs (default: 1). May be repeated.")
    private Map<String, Long> sizes = new LinkedHashMap<>();

    @Parameters(paramLabel = "MODEL", description = "An ONNX file, or minilm for the model that comes with Tandem.")
    private Path model = Path.of("");

    /** How to print the plan. */
    static final class Format {
        @Option(names = "--json", description = "One JSON object.")
        private boolean isJson;

        @Option(names = "--dot", description = "A graph in Graphviz's language.")
        private boolean isDot;

        String print(Plan plan) {
            return isJson ? plan.toJson() : isDot ? plan.toDot() : plan.explain();
        }
    }

    PlanCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        checkSizes();
        try (OnnxModel network = open();
                Engine engine = Engine.open(placement, spec.commandLine())) {
            Plan plan = engine.scheduler().plan(network.graph(request(network)).graph(), engine.placement());
            console.out().println(format.print(plan).stripTrailing());
        }
        return 0;
    }

    private void checkSizes() {
        NamedValues.requireDistinct(spec.commandLine(), "--dim");
        sizes.forEach((name, size) -> {
            if (size < 0) {
                throw new ParameterException(
                        spec.commandLine(), "--dim: the size of " + name + " must not be negative, as " + size + " is");
            }
        });
    }

    private OnnxModel open() {
        return model.equals(Path.of(MINI_LM)) ? OnnxModel.of(SentenceModel.miniLmFile()) : OnnxModel.open(model);
    }

    private ImportRequest request(OnnxModel network) {
        OpenDimensions dimensions = OpenDimensions.of(network, sizes);
        if (!dimensions.unknown().isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--dim: the model has no dimension " + dimensions.unknown() + " but " + dimensions.names());
        }
        if (!dimensions.assumed().isEmpty()) {
            console.note("planned for size 1 of " + String.join(", ", dimensions.assumed()) + "; --dim sets it");
        }
        return dimensions.request();
    }
}
