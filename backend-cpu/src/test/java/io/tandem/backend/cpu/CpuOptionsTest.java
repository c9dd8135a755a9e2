package io.tandem.backend.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tandem.backend.BackendException;
import io.tandem.backend.DeviceInfo;
import io.tandem.backend.Discovery;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CpuOptionsTest {
    private final CpuBackendProvider provider = new CpuBackendProvider();

    private DeviceInfo describe(Map<String, String> options) {
        return ((Discovery.Found) provider.discover(options)).devices().getFirst();
    }

    @Test
    void areShownAsFeatures() {
        assertThat(describe(Map.of("kernels", "scalar", "threads", "1")).features())
                .containsExactly("scalar", "1 thread");
        assertThat(describe(Map.of("kernels", "vector", "threads", "3")).features())
                .containsExactly("vector", "3 threads");
    }

    @Test
    void areVectorsOnAllProcessorsWhereNothingIsGiven() {
        CpuOptions options = CpuOptions.read(Map.of());
        assertThat(options.threads()).isEqualTo(Runtime.getRuntime().availableProcessors());
        assertThat(options.usesVectors()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            threads | 0     | Option threads must be at least 1, not '0'
            threads | -2    | Option threads must be at least 1, not '-2'
            threads | many  | Option threads must be a whole number, not 'many'
            threads | 1025  | Option threads must be at most 1024, not 1025
            threads | 1e3   | Option threads must be a whole number, not '1e3'
            kernels | avx   | Option kernels must be auto, vector or scalar, not 'avx'
            thread  | 2     | Unknown option thread of cpu; it has threads, kernels
            """)
    void areRefusedWithWhatWouldDo(String name, String value, String message) {
        Map<String, String> options = Map.of(name, value);
        DeviceInfo device = describe(Map.of());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> provider.discover(options))
                .withMessage(message);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> provider.open(device, options).close())
                .withMessage(message);
    }

    @Test
    void openOneDevice() {
        DeviceInfo first = describe(Map.of());
        DeviceInfo second = new DeviceInfo(
                "cpu:1",
                first.provider(),
                first.description(),
                first.kind(),
                first.software(),
                first.uuid(),
                first.pciAddress(),
                first.memory(),
                first.limits(),
                first.features());
        assertThatThrownBy(() -> provider.open(second, Map.of()).close())
                .isInstanceOfSatisfying(
                        BackendException.class, e -> assertThat(e.kind()).isEqualTo(BackendException.Kind.UNAVAILABLE))
                .hasMessageContaining("there is only cpu:0");
    }
}
