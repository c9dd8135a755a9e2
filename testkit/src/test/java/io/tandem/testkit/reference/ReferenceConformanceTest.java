package io.tandem.testkit.reference;

import io.tandem.backend.BackendProvider;
import io.tandem.testkit.conformance.ConformanceSuite;

class ReferenceConformanceTest extends ConformanceSuite {
    @Override
    public BackendProvider provider() {
        return new ReferenceBackend();
    }
}
