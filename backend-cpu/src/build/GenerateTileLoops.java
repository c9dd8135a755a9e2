import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Writes the class of tile loops while the project is built: {@code GenerateTileLoops TARGET}, one loop for each number of
 * vectors in a panel and of columns. Each sum needs a variable of its own to stay in a register, so the loops cannot be one
 * method with arrays, and helper methods would stop being inlined. The largest loop is not far from the number of nodes at
 * which the JVM's compiler stops inlining: one zero for each sum was enough to leave a call in it, a quarter of the speed.
 */
final class GenerateTileLoops {
    private static final String PACKAGE = "io.tandem.backend.cpu.kernel";
    private static final String NAME = "VectorTileLoops";

    private static final List<Integer> VECTORS = List.of(4, 2);
    private static final List<Integer> COLUMNS = List.of(6, 5, 4);

    private static final String CLASS = """
            package %s;

            import static io.tandem.backend.cpu.kernel.Lanes.BYTES;
            import static io.tandem.backend.cpu.kernel.Lanes.COUNT;
            import static io.tandem.backend.cpu.kernel.Lanes.FLOATS;
            import static io.tandem.backend.cpu.kernel.Lanes.ORDER;
            import static io.tandem.backend.cpu.kernel.Memory.ALL;
            import static io.tandem.backend.cpu.kernel.Memory.positive;
            import static io.tandem.backend.cpu.kernel.Memory.readFloat;

            import jdk.incubator.vector.FloatVector;

            /** The loops of {@link VectorTiles}, written by GenerateTileLoops. */
            final class %s {
                private %2$s() {}
            %s}
            """;

    /** Columns that are missing repeat the last one. */
    private static final String METHOD = """

                static void vectors%dColumns%d(long panel, int depth, long b, long bStride, int count, float[] sums) {
                    long start = positive(panel);
            %s        FloatVector zero = FloatVector.zero(FLOATS);
            %s        for (int k = 0; k < depth; k++) {
                        long at = positive(k);
                        long row = start + at * (%1$d * BYTES);
            %s%s        }
            %s    }
            """;

    private static final String COLUMN = """
                    long b%d = positive(b + Math.min(%1$d, count - 1) * bStride);
            """;

    private static final String SUM = """
                    FloatVector c%d_%d = zero;
            """;

    private static final String LOAD = """
                        FloatVector a%d = FloatVector.fromMemorySegment(FLOATS, ALL, row + %1$dL * BYTES, ORDER);
            """;

    private static final String SPREAD = """
                        FloatVector x%d = FloatVector.broadcast(FLOATS, readFloat(b%1$d + Float.BYTES * at));
            """;

    private static final String MULTIPLY_ADD = """
                        c%d_%d = x%1$d.fma(a%2$d, c%1$d_%2$d);
            """;

    private static final String STORE = """
                    c%d_%d.intoArray(sums, %d * COUNT);
            """;

    private GenerateTileLoops() {}

    public static void main(String[] arguments) throws IOException {
        Path file = Path.of(arguments[0], PACKAGE.replace('.', '/'), NAME + ".java");
        StringBuilder methods = new StringBuilder();
        for (int vectors : VECTORS) {
            for (int columns : COLUMNS) {
                methods.append(method(vectors, columns));
            }
        }
        String source = CLASS.formatted(PACKAGE, NAME, methods);
        Files.createDirectories(file.getParent());
        if (!Files.exists(file) || !Files.readString(file).equals(source)) {
            Files.writeString(file, source);
        }
    }

    private static String method(int vectors, int columns) {
        String starts = each(columns, COLUMN::formatted);
        String sums = each(columns, j -> each(vectors, i -> SUM.formatted(j, i)));
        String loads = each(vectors, LOAD::formatted);
        String products = each(columns, j -> SPREAD.formatted(j) + each(vectors, i -> MULTIPLY_ADD.formatted(j, i)));
        String stores = each(columns, j -> each(vectors, i -> STORE.formatted(j, i, j * vectors + i)));
        return METHOD.formatted(vectors, columns, starts, sums, loads, products, stores);
    }

    private static String each(int count, IntFunction<String> text) {
        return IntStream.range(0, count).mapToObj(text).collect(Collectors.joining());
    }
}
