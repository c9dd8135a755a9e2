package io.tandem.backend.cpu.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tandem.tensor.DType;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MatrixKernelsTest {
    static Stream<MatrixKernels> kernels() {
        return Stream.of(new VectorMatrixKernels(), new ScalarMatrixKernels());
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void tilesOfPackedRows(MatrixKernels kernels) {
        for (int width : new int[] {kernels.narrowRows(), kernels.wideRows()}) {
            for (int depth : new int[] {1, 5, 16, 23, 64}) {
                for (int rows : new int[] {1, width - 1, width}) {
                    for (int columns = 1; columns <= kernels.tileColumns(); columns++) {
                        tile(kernels, width, depth, rows, columns, false);
                        tile(kernels, width, depth, rows, columns, true);
                    }
                }
            }
        }
    }

    private static void tile(MatrixKernels kernels, int width, int depth, int rows, int columns, boolean transposed) {
        try (Arena arena = Arena.ofConfined()) {
            Floats a = Floats.random(arena, rows * depth, 1);
            Floats b = Floats.random(arena, columns * depth, 2);
            TileMemory memory = TileMemory.of(kernels);
            long pad = arena.allocate(MatrixKernels.PAD_BYTES, 64).address();
            if (transposed) {
                Floats turned = Floats.zeros(arena, rows * depth);
                for (int i = 0; i < rows * depth; i++) {
                    turned.set(i % depth * rows + i / depth, a.get(i));
                }
                kernels.packTransposed(turned.address(), 4L * rows, rows, depth, width, memory, 0);
            } else {
                int first = depth / 2;
                kernels.pack(a.address(), 4L * depth, rows, first, width, memory, 0, pad);
                kernels.pack(a.address() + 4L * first, 4L * depth, rows, depth - first, width, memory, first, pad);
            }
            Floats c = Floats.zeros(arena, rows * columns);
            for (int pass = 1; pass <= 2; pass++) {
                kernels.tile(
                        memory,
                        width,
                        depth,
                        b.address(),
                        4L * depth,
                        rows,
                        columns,
                        c.address(),
                        4L * rows,
                        pass == 2);
                for (int j = 0; j < columns; j++) {
                    for (int i = 0; i < rows; i++) {
                        assertThat((double) c.get(j * rows + i))
                                .isCloseTo(pass * product(a, i, b, j, depth), within(1e-4));
                    }
                }
            }
            c.values();
        }
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void dotProducts(MatrixKernels kernels) {
        for (int depth : new int[] {1, 5, 16, 23, 48, 129}) {
            for (int rows = 1; rows <= MatrixKernels.DOT_ROWS; rows++) {
                for (int columns = 1; columns <= MatrixKernels.DOT_COLUMNS; columns++) {
                    dot(kernels, depth, rows, columns);
                }
            }
        }
    }

    private static void dot(MatrixKernels kernels, int depth, int rows, int columns) {
        try (Arena arena = Arena.ofConfined()) {
            Floats a = Floats.random(arena, rows * depth, 1);
            Floats b = Floats.random(arena, columns * depth, 2);
            Floats c = Floats.zeros(arena, rows * columns);
            long pad = arena.allocate(MatrixKernels.PAD_BYTES, 64).address();
            for (int pass = 1; pass <= 2; pass++) {
                kernels.dot(
                        a.address(),
                        4L * depth,
                        rows,
                        b.address(),
                        4L * depth,
                        columns,
                        depth,
                        c.address(),
                        4L * rows,
                        pass == 2,
                        pad);
                for (int j = 0; j < columns; j++) {
                    for (int i = 0; i < rows; i++) {
                        assertThat((double) c.get(j * rows + i))
                                .isCloseTo(pass * product(a, i, b, j, depth), within(1e-4));
                    }
                }
            }
            c.values();
        }
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void dotProductsOfStoredRows(MatrixKernels kernels) {
        for (DType type : DType.values()) {
            for (int blocks : new int[] {1, 2, 5, 19}) {
                for (int rows = 1; rows <= MatrixKernels.DOT_ROWS && kernels.hasDotOne(type); rows++) {
                    dotOne(kernels, type, blocks * type.blockLength(), rows, 1);
                    // Scales are denormal, or halves are.
                    dotOne(kernels, type, blocks * type.blockLength(), rows, 2e-3f);
                    dotOne(kernels, type, blocks * type.blockLength(), rows, 2e-5f);
                }
            }
        }
    }

    private static void dotOne(MatrixKernels kernels, DType type, int depth, int rows, float largest) {
        try (Arena arena = Arena.ofConfined()) {
            Floats a = Floats.random(arena, rows * depth, 1);
            for (int i = 0; i < rows * depth; i++) {
                a.set(i, a.get(i) * largest);
            }
            Floats b = Floats.random(arena, depth, 2);
            Floats c = Floats.zeros(arena, rows);
            Floats decoded = Floats.zeros(arena, rows * depth);
            MemorySegment stored = arena.allocate(rows * type.rowBytes(depth), 64);
            long pad = arena.allocate(MatrixKernels.PAD_BYTES, 64).address();
            ConvertKernels conversions = new ScalarConvertKernels();
            conversions.encode(type, a.address(), stored.address(), rows * depth);
            conversions.decode(type, stored.address(), decoded.address(), rows * depth);
            kernels.dotOne(type, stored.address(), type.rowBytes(depth), rows, b.address(), depth, c.address(), pad);
            for (int i = 0; i < rows; i++) {
                assertThat((double) c.get(i)).isCloseTo(product(decoded, i, b, 0, depth), within(1e-4 * largest));
            }
            c.values();
        }
    }

    /** Any bytes are blocks: infinite scales and NaN among them. */
    @ParameterizedTest
    @MethodSource("kernels")
    void dotProductsOfAnyBytes(MatrixKernels kernels) {
        for (DType type : DType.values()) {
            for (int seed = 0; seed < 100 && kernels.hasDotOne(type); seed++) {
                dotOneOfAnyBytes(kernels, type, seed);
            }
        }
    }

    private static void dotOneOfAnyBytes(MatrixKernels kernels, DType type, int seed) {
        int depth = Math.max(32, type.blockLength());
        int rows = MatrixKernels.DOT_ROWS;
        try (Arena arena = Arena.ofConfined()) {
            byte[] bytes = new byte[(int) (rows * type.rowBytes(depth))];
            new Random(seed).nextBytes(bytes);
            MemorySegment stored = arena.allocate(bytes.length, 64);
            stored.copyFrom(MemorySegment.ofArray(bytes));
            Floats decoded = Floats.zeros(arena, rows * depth);
            new ScalarConvertKernels().decode(type, stored.address(), decoded.address(), rows * depth);
            Floats b = Floats.random(arena, depth, seed);
            Floats c = Floats.zeros(arena, rows);
            long pad = arena.allocate(MatrixKernels.PAD_BYTES, 64).address();
            kernels.dotOne(type, stored.address(), type.rowBytes(depth), rows, b.address(), depth, c.address(), pad);
            for (int i = 0; i < rows; i++) {
                double largest = 0;
                for (int k = 0; k < depth; k++) {
                    largest = Math.max(largest, Math.abs((double) decoded.get(i * depth + k)));
                }
                if (!Double.isFinite(largest)) {
                    assertThat(c.get(i))
                            .as("%s, seed %d, row %d", type, seed, i)
                            .isNotFinite();
                } else if (largest < 1e36) {
                    assertThat((double) c.get(i))
                            .as("%s, seed %d, row %d", type, seed, i)
                            .isCloseTo(product(decoded, i, b, 0, depth), within(1e-5 * depth * largest));
                }
            }
            c.values();
        }
    }

    private static double product(Floats a, int i, Floats b, int j, int depth) {
        double sum = 0;
        for (int k = 0; k < depth; k++) {
            sum += (double) a.get(i * depth + k) * b.get(j * depth + k);
        }
        return sum;
    }
}
