package io.tandem.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OptionReaderTest {
    private static OptionReader reader(Map<String, String> options) {
        return OptionReader.of("cpu", options, "threads", "vectors", "name", "devices");
    }

    @Test
    void readsWhatIsGiven() {
        OptionReader reader = reader(Map.of("threads", " 8 ", "vectors", "false", "name", "x", "devices", "0, 2,,1"));
        assertThat(reader.number("threads", 2, 1)).isEqualTo(8);
        assertThat(reader.flag("vectors", true)).isFalse();
        assertThat(reader.text("name", "y")).isEqualTo("x");
        assertThat(reader.list("devices")).containsExactly("0", "2", "1");
    }

    @Test
    void fallsBack() {
        OptionReader reader = reader(Map.of());
        assertThat(reader.number("threads", 2, 1)).isEqualTo(2);
        assertThat(reader.flag("vectors", true)).isTrue();
        assertThat(reader.text("name", null)).isNull();
        assertThat(reader.list("devices")).isEmpty();
    }

    @Test
    void unknownNamesAreRefusedWithTheKnownOnes() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> reader(Map.of("thread", "8")))
                .withMessage("Unknown option thread of cpu; it has threads, vectors, name, devices");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OptionReader.of("none", Map.of("a", "b")))
                .withMessage("Unknown option a of none; it has none");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "eight", "8.5", "99999999999999999999"})
    void malformedNumbersAreRefused(String value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> reader(Map.of("threads", value)).number("threads", 1, 1))
                .withMessage("Option threads must be a whole number, not '" + value + "'");
    }

    @Test
    void numbersBelowTheLeastAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> reader(Map.of("threads", "0")).number("threads", 1, 1))
                .withMessage("Option threads must be at least 1, not '0'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "yes", "1", "TRUE"})
    void malformedFlagsAreRefused(String value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> reader(Map.of("vectors", value)).flag("vectors", true))
                .withMessage("Option vectors must be true or false, not '" + value + "'");
    }
}
