package io.tandem.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.backend.BackendProvider;
import io.tandem.backend.DeviceInfo;
import io.tandem.testkit.fake.FakeBackend;
import io.tandem.testkit.fake.FakeDevice;
import io.tandem.testkit.reference.ReferenceBackend;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A scheduler over fake devices, in the order given, and the reference device last. Closing it checks that nothing leaks. */
final class Machine implements AutoCloseable {
    /** The id of the last device. */
    static final String CPU = "reference:0";

    private final List<FakeBackend> fakes;
    private final Devices devices;
    private final Scheduler scheduler;

    private Machine(List<FakeBackend> fakes) {
        this.fakes = fakes;
        List<BackendProvider> providers = new ArrayList<>(fakes);
        providers.add(new ReferenceBackend());
        devices = Devices.of(providers, Map.of());
        List<String> ids = new ArrayList<>();
        fakes.forEach(
                fake -> fake.devices().forEach(device -> ids.add(device.info().id())));
        ids.add(CPU);
        scheduler = Scheduler.of(devices.select(String.join(",", ids)));
    }

    static Machine of(FakeBackend... fakes) {
        return new Machine(List.of(fakes));
    }

    /** Two plain fake devices, a:0 and b:0. */
    static Machine ofTwo() {
        return of(FakeBackend.of("a"), FakeBackend.of("b"));
    }

    Scheduler scheduler() {
        return scheduler;
    }

    Session open() {
        return scheduler.open();
    }

    Session open(int pipelineDepth) {
        return scheduler.open(SessionOptions.defaults().withPipelineDepth(pipelineDepth));
    }

    FakeDevice fake(int backend) {
        return fakes.get(backend).device(0);
    }

    List<String> ids() {
        return scheduler.devices().stream().map(DeviceInfo::id).toList();
    }

    @Override
    public void close() {
        devices.close();
        fakes.forEach(FakeBackend::assertNothingAlive);
        for (FakeBackend fake : fakes) {
            for (FakeDevice device : fake.devices()) {
                assertThat(device.counters().abandoned())
                        .as("what only closing %s freed", device.info())
                        .isZero();
            }
        }
    }
}
