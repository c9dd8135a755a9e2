package io.tandem.backend.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tandem.backend.BackendException;
import io.tandem.backend.BackendException.Kind;
import io.tandem.backend.BufferUsage;
import io.tandem.backend.CommandQueue;
import io.tandem.backend.DeviceBuffer;
import io.tandem.backend.Event;
import io.tandem.backend.Executable;
import io.tandem.backend.Operand;
import io.tandem.backend.Program;
import io.tandem.graph.Graph;
import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Tensor;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** An index out of range fails the very run that had it, however many are under way. */
class OpenClReportsTest {
    private static final int ROWS = 8;
    private static final long INDEX_AT = 1024;
    private static final long RESULT_AT = 2048;

    private static Program rowByIndex(DeviceBuffer buffer) {
        GraphBuilder graph = Graph.builder();
        Tensor rows = graph.input("rows", DType.F32, Shape.of(4, ROWS));
        Tensor index = graph.input("index", DType.I32, Shape.of(1));
        Tensor row = graph.getRows(rows, index);
        return new Program(
                "row",
                List.of(new Program.Step(
                        Objects.requireNonNull(row.producer()),
                        List.of(
                                Operand.of(rows, buffer.slice(0, 16 * ROWS)),
                                Operand.of(index, buffer.slice(INDEX_AT, 4))),
                        Operand.of(row, buffer.slice(RESULT_AT, 16)),
                        null)));
    }

    @Test
    void aBadIndexFailsItsOwnRunAlone() {
        try (OpenClDevice device = TestDevice.open();
                CommandQueue queue = device.newQueue();
                DeviceBuffer buffer = device.allocate(4096, BufferUsage.ACTIVATIONS);
                Executable program = device.compile(rowByIndex(buffer))) {
            List<Event> runs = new ArrayList<>();
            for (int i = 0; i < 600; i++) {
                MemorySegment index = MemorySegment.ofArray(new int[] {isBad(i) ? ROWS : i % ROWS});
                queue.upload(index, buffer.slice(INDEX_AT, 4), List.of());
                runs.add(queue.execute(program, List.of()));
            }
            for (int i = 0; i < runs.size(); i++) {
                Event run = runs.get(i);
                if (isBad(i)) {
                    assertThatThrownBy(() -> run.await(Long.MAX_VALUE))
                            .isInstanceOfSatisfying(
                                    BackendException.class,
                                    e -> assertThat(e.kind()).isEqualTo(Kind.INVALID_INDEX))
                            .hasMessageContaining("GET_ROWS")
                            .hasMessageContaining("row");
                } else {
                    assertThat(run.await(Long.MAX_VALUE)).isTrue();
                }
            }
        }
    }

    private static boolean isBad(int run) {
        return run % 7 == 3;
    }
}
