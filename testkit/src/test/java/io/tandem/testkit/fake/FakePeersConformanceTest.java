package io.tandem.testkit.fake;

import io.tandem.backend.BackendProvider;
import io.tandem.backend.DeviceInfo;
import io.tandem.testkit.conformance.ConformanceSuite;
import io.tandem.testkit.conformance.OpCase;
import java.util.List;
import org.junit.jupiter.api.AfterAll;

/** Host-visible devices that use each other's memory; the kernels are those of {@link FakeConformanceTest}. */
class FakePeersConformanceTest extends ConformanceSuite {
    private final FakeBackend fakes =
            FakeBackend.named("pair").devices(2).peers(true).hostVisible(true).create();

    @Override
    public BackendProvider provider() {
        return fakes;
    }

    @Override
    protected DeviceInfo choose(List<DeviceInfo> devices) {
        return devices.getLast();
    }

    @Override
    protected boolean includes(OpCase opCase) {
        return opCase.family().equals("rows");
    }

    @AfterAll
    void nothingIsAlive() {
        device().close();
        fakes.assertNothingAlive();
    }
}
