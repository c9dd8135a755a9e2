package io.tandem.inference.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.tandem.backend.BackendProvider;
import io.tandem.backend.Device;
import io.tandem.backend.Discovery;
import io.tandem.testkit.conformance.OperationsDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

/**
 * Keeps docs/operations.md what the code says. To write it anew, on a machine with the software drivers:
 *
 * <pre>{@code
 * mvn -pl inference -am test -Dtest=OperationsDocumentTest -Dsurefire.failIfNoSpecifiedTests=false -Dtandem.docs.write
 * }</pre>
 */
class OperationsDocumentTest {
    private static final Path DOCUMENT = Path.of(System.getProperty("tandem.root"), "docs", "operations.md");
    private static final List<String> BACKENDS = List.of("cpu", "vulkan", "opencl");

    @Test
    void documentIsUpToDate() throws IOException {
        List<Device> devices = new ArrayList<>();
        try {
            for (String backend : BACKENDS) {
                devices.add(open(backend));
            }
            String text = OperationsDocument.of(devices);
            if (System.getProperty("tandem.docs.write") != null) {
                Files.writeString(DOCUMENT, text);
            }
            assertThat(text)
                    .as("docs/operations.md is stale: the comment of %s says how to write it anew", getClass())
                    .isEqualTo(Files.readString(DOCUMENT));
        } finally {
            devices.forEach(Device::close);
        }
    }

    private static Device open(String name) {
        BackendProvider provider = ServiceLoader.load(BackendProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(candidate -> candidate.name().equals(name))
                .findFirst()
                .orElseThrow();
        Discovery discovery = provider.discover(Map.of());
        assumeThat(discovery).as(name).isInstanceOf(Discovery.Found.class);
        Discovery.Found found = (Discovery.Found) discovery;
        assumeThat(found.devices())
                .as("devices of " + name + ", refused: " + found.refused())
                .isNotEmpty();
        return provider.open(found.devices().getFirst(), Map.of());
    }
}
