package io.tandem.backend.cpu.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.backend.cpu.kernel.KernelSet;
import io.tandem.graph.Graph;
import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Node;
import io.tandem.graph.Tensor;
import io.tandem.graph.Weight;
import io.tandem.graph.WeightSource;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PanelLayoutTest {
    private static final int ROWS = 11;
    private static final int DEPTH = 37;
    private static final PanelLayout LAYOUT = new PanelLayout(4, ROWS, DEPTH);

    /** Row-major, element = 100 · row + k. */
    private static WeightSource matrix() {
        float[] elements = new float[ROWS * DEPTH];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = 100 * (i / DEPTH) + i % DEPTH;
        }
        return WeightSource.of(MemorySegment.ofArray(elements));
    }

    private static float[] packed(WeightSource source) {
        float[] panels = new float[(int) LAYOUT.bytes() / Float.BYTES];
        MemorySegment target = MemorySegment.ofArray(panels);
        long panel = LAYOUT.packBytes(ROWS);
        LAYOUT.pack(source, target.asSlice(0, 2 * panel), 0, 8);
        LAYOUT.pack(source, target.asSlice(2 * panel), 8, ROWS);
        return panels;
    }

    @Test
    void elementsOfAPanelsRowsLieTogether() {
        float[] panels = packed(matrix());
        assertThat(panels).hasSize(3 * 4 * DEPTH);
        for (int row = 0; row < 12; row++) {
            for (int k = 0; k < DEPTH; k++) {
                float expected = row < ROWS ? 100 * row + k : 0;
                int at = (int) LAYOUT.offset(row / 4, k) / Float.BYTES + row % 4;
                assertThat(panels[at]).as("row %d, element %d", row, k).isEqualTo(expected);
            }
        }
    }

    @Test
    void aSourceThatTransposesIsReadWhereItsMatricesLie() {
        float[] columns = new float[ROWS * DEPTH];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = 100 * (i % ROWS) + i / ROWS;
        }
        WeightSource transposing = new WeightSource() {
            @Override
            public long bytes() {
                return (long) Float.BYTES * ROWS * DEPTH;
            }

            @Override
            public void read(long offset, MemorySegment target) {
                throw new AssertionError("read element by element");
            }

            @Override
            public Optional<WeightSource> transposed() {
                return Optional.of(WeightSource.of(MemorySegment.ofArray(columns)));
            }
        };
        assertThat(packed(transposing)).isEqualTo(packed(matrix()));
    }

    @Test
    void onlyLargeMatricesThatAreNothingButFactorsAreStoredInPanels() {
        KernelSet vector = KernelSet.vector();
        assertThat(layout(vector, DType.F32, Shape.of(512, 256), false)).isPresent();
        assertThat(layout(vector, DType.F32, Shape.of(512, 256), true)).isEmpty();
        assertThat(layout(vector, DType.F32, Shape.of(512, 16), false)).isEmpty();
        assertThat(layout(vector, DType.F32, Shape.of(512, 256, 2), false)).isEmpty();
        assertThat(layout(vector, DType.F16, Shape.of(512, 256), false)).isEmpty();
        assertThat(layout(KernelSet.scalar(), DType.F32, Shape.of(512, 400), false))
                .isPresent();
    }

    private static Optional<PanelLayout> layout(KernelSet kernels, DType type, Shape shape, boolean readElsewhere) {
        long bytes = type.rowBytes(shape.elements());
        WeightSource source = WeightSource.of(MemorySegment.ofArray(new byte[(int) bytes]));
        Weight weight = Weight.of("w", type, shape, source);
        GraphBuilder graph = Graph.builder();
        Tensor matrix = graph.weight(weight);
        Tensor input = graph.input("x", DType.F32, Shape.of(shape.d0(), 3, shape.d2()));
        Tensor product = graph.mulMat(matrix, input);
        Node use = readElsewhere ? graph.sqr(matrix).producer() : product.producer();
        return PanelLayout.of(kernels, weight, List.of(product.producer(), use));
    }
}
