package io.tandem.inference.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.util.List;
import org.junit.jupiter.api.Test;

class DevicesCommandTest {
    @Test
    void showsTheCpuWithMemoryAndFeatures() {
        Outcome outcome = Outcome.of("devices").succeeded();
        assertThat(outcome.out()).contains("cpu", "kind", "memory", "GiB", "features", "Order of use:");
    }

    @Test
    void everyProviderIsThereAsDeviceOrWithTheReasonWhyNot() {
        List<JsonObject> objects = Outcome.of("devices", "--json").succeeded().lines().stream()
                .map(line -> JsonParser.parseString(line).getAsJsonObject())
                .toList();
        assertThat(objects)
                .extracting(object -> object.get("provider").getAsString())
                .contains("cpu", "vulkan", "opencl");
        assertThat(objects).allSatisfy(object -> {
            assertThat(object.keySet())
                    .containsExactly(
                            "id",
                            "provider",
                            "description",
                            "kind",
                            "memoryTotal",
                            "memoryFree",
                            "features",
                            "available",
                            "reason");
            boolean isAvailable = object.get("available").getAsBoolean();
            assertThat(object.get("reason").isJsonNull()).isEqualTo(isAvailable);
            assertThat(object.get("id").isJsonNull()).isEqualTo(!isAvailable);
            if (isAvailable) {
                assertThat(object.get("memoryTotal").getAsLong()).isPositive();
            } else {
                assertThat(object.get("reason").getAsString()).isNotBlank();
            }
        });
    }

    @Test
    void theCpuIsUsedLast() {
        assertThat(Outcome.of("devices").succeeded().out()).containsPattern("\\d\\. cpu");
    }
}
