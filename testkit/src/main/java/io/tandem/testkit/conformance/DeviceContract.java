package io.tandem.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.tandem.backend.BufferUsage;
import io.tandem.backend.CommandQueue;
import io.tandem.backend.Device;
import io.tandem.backend.DeviceBuffer;
import io.tandem.backend.DeviceInfo;
import io.tandem.backend.Discovery;
import io.tandem.backend.MemoryInfo;
import io.tandem.backend.Program;
import io.tandem.backend.Spi;
import io.tandem.backend.Support;
import io.tandem.graph.Node;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What holds for providers and devices. */
public interface DeviceContract extends ConformanceTarget {
    @Test
    default void providerNamesItself() {
        assertThat(provider().spiVersion()).isEqualTo(Spi.VERSION);
        assertThat(provider().name()).isNotBlank().isEqualTo(provider().name().toLowerCase(Locale.ROOT));
        assertThat(provider().name()).doesNotContain(":", "/", " ");
    }

    @Test
    default void discoveryIsRepeatable() {
        Discovery first = provider().discover(options());
        assertThat(provider().discover(options()).getClass()).isEqualTo(first.getClass());
        if (first instanceof Discovery.Found(List<DeviceInfo> devices, var refused)) {
            List<String> ids = devices.stream().map(DeviceInfo::id).toList();
            assertThat(ids)
                    .doesNotHaveDuplicates()
                    .allMatch(id -> id.startsWith(provider().name() + ":"));
            Discovery.Found second = (Discovery.Found) provider().discover(options());
            assertThat(second.devices().stream().map(DeviceInfo::id)).isEqualTo(ids);
            assertThat(second.refused()).isEqualTo(refused);
        }
    }

    @Test
    default void unknownOptionsAreRefused() {
        Map<String, String> wrong = new HashMap<>(options());
        wrong.put("noSuchOption", "1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> provider().discover(wrong))
                .withMessageContaining("noSuchOption");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> provider().open(device().info(), wrong).close())
                .withMessageContaining("noSuchOption");
    }

    @Test
    default void infoDescribesTheDevice() {
        DeviceInfo info = device().info();
        assertThat(info.provider()).isEqualTo(provider().name());
        assertThat(info.description()).isNotBlank();
        MemoryInfo memory = device().memory();
        assertThat(memory.totalBytes()).isPositive();
        memory.freeBytes().ifPresent(free -> assertThat(free).isBetween(0L, memory.totalBytes()));
        assertThat(device().canUse(device())).isTrue();
    }

    @Test
    default void supportsIsAFunction() {
        List<Node> nodes = OpCases.all().stream()
                .filter(opCase -> opCase.hashCode() % 20 == 0)
                .flatMap(opCase -> opCase.build().steps().stream())
                .toList();
        List<Support> first = nodes.stream().map(device()::supports).toList();
        List<Support> fromOtherThreads =
                nodes.parallelStream().map(device()::supports).toList();
        assertThat(fromOtherThreads).isEqualTo(first);
        for (Support support : first) {
            switch (support) {
                case Support.Yes(long scratchBytes) -> assertThat(scratchBytes).isNotNegative();
                case Support.No(String reason) -> assertThat(reason).isNotBlank();
            }
        }
    }

    @Test
    default void closeIsIdempotentAndFinal() {
        Device device = reopened();
        CommandQueue queue = device.newQueue();
        DeviceBuffer buffer = device.allocate(64, BufferUsage.STATES);
        queue.fill(buffer.slice(0, 64), (byte) 1, List.of()).await(Long.MAX_VALUE);
        Node node = OpCases.all().getFirst().build().steps().getFirst();
        device.close();
        device.close();
        assertThat(device.info()).isEqualTo(device().info());
        assertThatIllegalStateException().isThrownBy(device::memory);
        assertThatIllegalStateException().isThrownBy(() -> device.supports(node));
        assertThatIllegalStateException().isThrownBy(() -> device.allocate(64, BufferUsage.STATES));
        assertThatIllegalStateException().isThrownBy(() -> device.compile(new Program("empty", List.of())));
        assertThatIllegalStateException().isThrownBy(device::newQueue);
        assertThatIllegalStateException().isThrownBy(() -> queue.fill(buffer.slice(0, 64), (byte) 1, List.of()));
        assertThatCode(buffer::close).doesNotThrowAnyException();
        assertThatCode(queue::close).doesNotThrowAnyException();
    }

    @Test
    default void opensAndClosesAnyNumberOfTimes() {
        for (int i = 0; i < 20; i++) {
            try (Device device = reopened();
                    CommandQueue queue = device.newQueue();
                    DeviceBuffer buffer = device.allocate(1000, BufferUsage.ACTIVATIONS)) {
                queue.fill(buffer.slice(0, 1000), (byte) i, List.of()).await(Long.MAX_VALUE);
                assertThat(Bytes.read(queue, buffer.slice(999, 1))).containsExactly((byte) i);
            }
        }
    }

    @Test
    default void closingOneHandleLeavesTheOther() {
        IntStream.range(0, 3).forEach(i -> reopened().close());
        try (CommandQueue queue = device().newQueue();
                DeviceBuffer buffer = device().allocate(10, BufferUsage.WEIGHTS)) {
            assertThat(Bytes.read(queue, buffer.slice(0, 10))).containsOnly((byte) 0);
        }
    }
}
