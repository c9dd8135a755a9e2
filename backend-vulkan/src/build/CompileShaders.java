import static org.lwjgl.util.shaderc.Shaderc.*;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Compiles GLSL to SPIR-V while the project is built: {@code CompileShaders SOURCES TARGET}. Each file NAME.comp becomes
 * NAME.spv, or where {@link #VARIANTS} lists it a module for each of its variants. The same sources give the same bytes.
 */
final class CompileShaders {
    /** The modules that are made of one source by different macros; all other choices are specialization constants. */
    private static final Map<String, List<Variant>> VARIANTS = Map.of(
            "matmul", List.of(tile("small", 32, 4, 4), tile("medium", 64, 8, 4), tile("large", 128, 8, 8)),
            "matmul_units", List.of(units("medium", 64, 32, 32), units("large", 128, 64, 32)));

    private static final Pattern INCLUDE = Pattern.compile("(?m)^#include \"(.+)\"$");

    private final Path sources;
    private final Path target;

    private CompileShaders(Path sources, Path target) {
        this.sources = sources;
        this.target = target;
    }

    /** A module; where the driver does better with what the compiler makes at first, it is left as it is. */
    private record Variant(String name, Map<String, String> macros, boolean optimized) {}

    private static Variant tile(String name, int extent, int rows, int columns) {
        return new Variant(
                "matmul_" + name,
                Map.of(
                        "ROWS",
                        String.valueOf(extent),
                        "COLUMNS",
                        String.valueOf(extent),
                        "TILE_ROWS",
                        String.valueOf(rows),
                        "TILE_COLUMNS",
                        String.valueOf(columns),
                        // CPUs, which play devices with small tiles, take long to build long kernels.
                        "UNROLL",
                        name.equals("small") ? "dont_unroll" : "unroll"),
                true);
    }

    private static Variant units(String name, int extent, int columns, int rows) {
        return new Variant(
                "matmul_units_" + name,
                Map.of(
                        "ROWS",
                        String.valueOf(extent),
                        "COLUMNS",
                        String.valueOf(extent),
                        "DEPTH",
                        "64",
                        "UNIT_ROWS",
                        String.valueOf(rows),
                        "UNIT_COLUMNS",
                        String.valueOf(columns)),
                false);
    }

    public static void main(String[] arguments) throws IOException, InterruptedException, ExecutionException {
        Path target = Path.of(arguments[1]);
        Files.createDirectories(target);
        new CompileShaders(Path.of(arguments[0]), target).compileAll();
    }

    private void compileAll() throws IOException, InterruptedException, ExecutionException {
        List<Path> files;
        try (Stream<Path> all = Files.list(sources)) {
            files = all.filter(file -> file.toString().endsWith(".comp"))
                    .sorted()
                    .toList();
        }
        try (ExecutorService threads =
                Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
            List<Future<?>> modules = new ArrayList<>();
            for (Path file : files) {
                String name = file.getFileName().toString().replace(".comp", "");
                for (Variant variant : VARIANTS.getOrDefault(name, List.of(new Variant(name, Map.of(), true)))) {
                    modules.add(threads.submit(() -> {
                        compile(file, variant);
                        return null;
                    }));
                }
            }
            for (Future<?> module : modules) {
                module.get();
            }
        }
    }

    private void compile(Path file, Variant variant) throws IOException {
        long compiler = shaderc_compiler_initialize();
        long options = shaderc_compile_options_initialize();
        try {
            shaderc_compile_options_set_target_env(options, shaderc_target_env_vulkan, shaderc_env_version_vulkan_1_2);
            shaderc_compile_options_set_optimization_level(
                    options,
                    variant.optimized() ? shaderc_optimization_level_performance : shaderc_optimization_level_zero);
            variant.macros()
                    .forEach((name, value) -> shaderc_compile_options_add_macro_definition(options, name, value));
            String source = included(Files.readString(file));
            long result = shaderc_compile_into_spv(
                    compiler, source, shaderc_compute_shader, file.getFileName().toString(), "main", options);
            try {
                if (shaderc_result_get_compilation_status(result) != shaderc_compilation_status_success) {
                    throw new IllegalStateException(shaderc_result_get_error_message(result));
                }
                ByteBuffer bytes = shaderc_result_get_bytes(result);
                byte[] module = new byte[bytes.remaining()];
                bytes.get(module);
                Files.write(target.resolve(variant.name() + ".spv"), module);
            } finally {
                shaderc_result_release(result);
            }
        } finally {
            shaderc_compile_options_release(options);
            shaderc_compiler_release(compiler);
        }
    }

    /** The text with the files that it includes. */
    private String included(String text) throws IOException {
        StringBuilder whole = new StringBuilder();
        Matcher matcher = INCLUDE.matcher(text);
        int end = 0;
        while (matcher.find()) {
            whole.append(text, end, matcher.start())
                    .append(included(Files.readString(sources.resolve(matcher.group(1)))));
            end = matcher.end();
        }
        return whole.append(text, end, text.length()).toString();
    }
}
