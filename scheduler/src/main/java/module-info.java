/** Discovery, placement, splitting, memory, execution and tracing. */
module io.tandem.scheduler {
    requires static org.jspecify;
    requires transitive io.tandem.api;
    requires jdk.jfr;

    exports io.tandem.scheduler;
    exports io.tandem.scheduler.plan;

    uses io.tandem.backend.BackendProvider;
}
