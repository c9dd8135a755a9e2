package io.tandem.inference.cli;

import io.tandem.inference.onnx.OnnxCheck;
import io.tandem.inference.onnx.OnnxCheck.Outcome;
import io.tandem.inference.onnx.OnnxRunner;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tandem check}: runs tests of the ONNX project. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description = "Runs tests of the ONNX project: folders with model.onnx and test_data_set_N folders of tensors.",
        footer = "Prints PASS, FAIL or UNSUPPORTED for each, their numbers last. The exit code is 1 if one fails.")
final class CheckCommand implements Callable<Integer> {
    private final Console console;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Mixin
    private final PlacementOptions placement = new PlacementOptions();

    @Parameters(paramLabel = "DIR", arity = "1..*", description = "Folders of tests.")
    private List<Path> folders = List.of();

    CheckCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        int passed = 0;
        int failed = 0;
        int unsupported = 0;
        try (Engine engine = Engine.open(placement, spec.commandLine());
                Progress progress = Progress.of(console, "checking", folders.size(), 20)) {
            OnnxCheck check = new OnnxCheck(new OnnxRunner(engine.scheduler(), engine.placement()));
            for (Path folder : folders) {
                switch (outcome(check, folder)) {
                    case Outcome.Pass pass -> {
                        passed++;
                        print("PASS", folder, "largest error " + (float) pass.largestError());
                    }
                    case Outcome.Fail fail -> {
                        failed++;
                        print("FAIL", folder, fail.reason());
                    }
                    case Outcome.Unsupported missing -> {
                        unsupported++;
                        print("UNSUPPORTED", folder, missing.reason());
                    }
                }
                progress.step(1);
            }
        }
        console.out().println(passed + " PASS, " + failed + " FAIL, " + unsupported + " UNSUPPORTED");
        return failed == 0 ? 0 : 1;
    }

    /** One test that breaks the program is a failure of that test; the others still run. */
    private static Outcome outcome(OnnxCheck check, Path folder) {
        try {
            return check.run(folder);
        } catch (RuntimeException | StackOverflowError e) {
            return new Outcome.Fail("internal error: " + e);
        } catch (OutOfMemoryError e) {
            return new Outcome.Fail("out of memory (" + e.getMessage() + ")");
        }
    }

    private void print(String result, Path folder, String reason) {
        Path name = folder.toAbsolutePath().normalize().getFileName();
        String line = reason.strip().replaceAll("\\s*\\R\\s*", "; ");
        console.out().printf("%-11s  %s  %s%n", result, name == null ? folder : name, line);
        console.out().flush();
    }
}
