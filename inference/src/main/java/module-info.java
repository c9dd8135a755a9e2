/** Model import, tokenizers and the command line. */
module io.tandem.inference {
    requires static org.jspecify;
    requires transitive io.tandem.scheduler;
    requires ai.djl.api;
    requires ai.djl.tokenizers;
    requires com.google.gson;
    requires info.picocli;
    requires java.logging;
    requires me.tongfei.progressbar;

    exports io.tandem.inference;
    exports io.tandem.inference.onnx;
    exports io.tandem.inference.onnx.format;

    opens io.tandem.inference.cli to
            info.picocli;
}
