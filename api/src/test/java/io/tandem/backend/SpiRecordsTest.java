package io.tandem.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tandem.backend.BackendException.Kind;
import io.tandem.graph.WeightSource;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpiRecordsTest {
    /** A buffer of a hundred bytes. */
    private static final class Hundred implements DeviceBuffer {
        @Override
        public Device device() {
            throw new UnsupportedOperationException();
        }

        @Override
        public long byteSize() {
            return 100;
        }

        @Override
        public Optional<MemorySegment> hostView() {
            return Optional.empty();
        }

        @Override
        public void close() {}
    }

    /** A layout that packs rows in groups of 16. */
    private record Groups(long bytes) implements WeightLayout {
        @Override
        public String id() {
            return "groups";
        }

        @Override
        public void pack(WeightSource source, MemorySegment target, long fromRow, long toRow) {}

        @Override
        public long rowsPerPack() {
            return 16;
        }
    }

    @Test
    void slicesLieInsideTheirBuffer() {
        DeviceBuffer buffer = new Hundred();
        assertThat(buffer.slice(90, 10).bytes()).isEqualTo(10);
        assertThat(buffer.slice(100, 0).offset()).isEqualTo(100);
        assertThatThrownBy(() -> buffer.slice(91, 10)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> buffer.slice(-1, 10)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> buffer.slice(1, Long.MAX_VALUE)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @ParameterizedTest
    @CsvSource({"0, 64, 1", "100, 0, 1", "100, 48, 1", "100, 64, 0", "-1, 1, 1"})
    void limitsArePositiveAndAlignmentsPowersOfTwo(long most, long alignment, long wrap) {
        assertThatIllegalArgumentException().isThrownBy(() -> new Limits(most, alignment, wrap));
    }

    @Test
    void settledEventsAreDone() {
        assertThat(Event.completed().isDone()).isTrue();
        assertThat(Event.completed().await(0)).isTrue();
        BackendException failure = new BackendException(Kind.OUT_OF_MEMORY, "cpu:0", "No memory");
        Event failed = Event.failed(failure);
        assertThat(failed.isDone()).isTrue();
        assertThatThrownBy(() -> failed.await(Long.MAX_VALUE)).isSameAs(failure);
        assertThat(Event.isSettled(failed)).isTrue();
        assertThat(failure.kind()).isEqualTo(Kind.OUT_OF_MEMORY);
        assertThat(failure.deviceId()).isEqualTo("cpu:0");
    }

    @Test
    void packsTakeEqualBytes() {
        WeightLayout layout = new Groups(4 * 1000);
        assertThat(layout.packBytes(64)).isEqualTo(1000);
        assertThat(layout.packBytes(50)).isEqualTo(1000);
        assertThat(layout.packBytes(0)).isZero();
    }

    @Test
    void listsAreCopied() {
        List<String> features = new ArrayList<>(List.of("fp16"));
        DeviceInfo info = new DeviceInfo(
                "gpu:0",
                "gpu",
                "A GPU",
                DeviceKind.GPU,
                false,
                null,
                null,
                new MemoryInfo(1, OptionalLong.empty()),
                new Limits(1, 1, 1),
                features);
        features.clear();
        assertThat(info.features()).containsExactly("fp16");
        assertThat(info).hasToString("gpu:0 (A GPU)");
        assertThat(new Program("empty", new ArrayList<>()).steps()).isEmpty();
    }
}
