package io.tandem.backend.opencl;

import io.tandem.backend.BackendProvider;
import io.tandem.backend.Device;
import io.tandem.testkit.conformance.DeviceContract;
import io.tandem.testkit.conformance.MemoryContract;
import io.tandem.testkit.conformance.QueueContract;
import io.tandem.testkit.conformance.TransferContract;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** The contracts of the SPI, with little staging memory. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OpenClContractTest implements DeviceContract, MemoryContract, QueueContract, TransferContract {
    private @Nullable OpenClDevice opened;

    @BeforeAll
    void open() {
        opened = TestDevice.open(OpenClOptions.MAX_ALLOCATION_BYTES, "16777216");
    }

    @AfterAll
    void close() {
        Objects.requireNonNull(opened).close();
    }

    @Override
    public BackendProvider provider() {
        return new OpenClProvider();
    }

    @Override
    public Map<String, String> options() {
        return TestDevice.options(OpenClOptions.MAX_ALLOCATION_BYTES, "16777216");
    }

    @Override
    public Device device() {
        return Objects.requireNonNull(opened);
    }
}
