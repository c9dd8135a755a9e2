/** Benchmarks beside their peers; never published. */
module io.tandem.benchmarks {
    requires static org.jspecify;
    requires io.tandem.inference;
    requires io.tandem.scheduler;
    requires com.google.gson;
    requires com.microsoft.onnxruntime;
    requires info.picocli;
    requires java.logging;
    requires static jdk.incubator.vector;
    requires jdk.management;
    requires jmh.core;
    requires me.tongfei.progressbar;
    requires org.bytedeco.openblas;

    opens io.tandem.benchmarks to
            info.picocli;

    uses io.tandem.backend.BackendProvider;
}
