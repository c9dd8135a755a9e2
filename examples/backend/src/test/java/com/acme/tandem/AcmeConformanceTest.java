package com.acme.tandem;

import io.tandem.backend.BackendProvider;
import io.tandem.graph.Node;
import io.tandem.testkit.conformance.ConformanceSuite;

class AcmeConformanceTest extends ConformanceSuite {
    @Override
    public BackendProvider provider() {
        return new AcmeBackend();
    }

    @Override
    protected boolean mustSupport(Node node) {
        return AcmeKernels.find(node) != null;
    }
}
