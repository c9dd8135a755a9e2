package io.tandem.testkit.fake;

import io.tandem.backend.BackendProvider;
import io.tandem.testkit.conformance.ConformanceSuite;
import org.junit.jupiter.api.AfterAll;

class FakeConformanceTest extends ConformanceSuite {
    private final FakeBackend fakes =
            FakeBackend.named("fake").packsWeights(true).create();

    @Override
    public BackendProvider provider() {
        return fakes;
    }

    @AfterAll
    void nothingIsAlive() {
        device().close();
        fakes.assertNothingAlive();
    }
}
