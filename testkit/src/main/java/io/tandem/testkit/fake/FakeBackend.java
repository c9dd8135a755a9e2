package io.tandem.testkit.fake;

import io.tandem.backend.BackendException;
import io.tandem.backend.BackendProvider;
import io.tandem.backend.Device;
import io.tandem.backend.DeviceInfo;
import io.tandem.backend.Discovery;
import io.tandem.backend.Limits;
import io.tandem.backend.MemoryInfo;
import io.tandem.backend.OptionReader;
import io.tandem.backend.Spi;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A backend for tests: asynchronous devices that behave as told, over another backend that does the work.
 *
 * <pre>{@code
 * FakeBackend fakes = FakeBackend.named("fakeA").devices(2).executeLatency(Duration.ofMillis(50)).create();
 * fakes.device(1).failAt(FakeCall.EXECUTE, 3, BackendException.Kind.DEVICE_LOST);
 * ...
 * fakes.assertNothingAlive();
 * }</pre>
 *
 * <p>Each queue has a thread of its own, so events complete later, as on a GPU. Safe for any number of threads.
 */
public final class FakeBackend implements BackendProvider {
    private final FakeOptions options;
    private final @Nullable DeviceInfo delegateInfo;
    private final @Nullable String unavailable;
    private final List<FakeDevice> devices = new ArrayList<>();
    private @Nullable Device delegate;
    private int delegateUsers;

    FakeBackend(FakeOptions options) {
        this.options = options;
        if (options.unavailable != null) {
            unavailable = options.unavailable;
            delegateInfo = null;
            return;
        }
        switch (options.delegate.discover(options.delegateOptions)) {
            case Discovery.Unavailable(String reason) -> {
                unavailable = reason;
                delegateInfo = null;
            }
            case Discovery.Found found -> {
                unavailable = null;
                delegateInfo = found.devices().getFirst();
            }
        }
        for (int i = 0; delegateInfo != null && i < options.devices; i++) {
            devices.add(new FakeDevice(options, describe(delegateInfo, i)));
        }
    }

    /** Starts to describe a backend of that name. */
    public static FakeOptions named(String name) {
        return new FakeOptions(name);
    }

    /** A backend of that name with one device that is as plain as possible. */
    public static FakeBackend of(String name) {
        return named(name).create();
    }

    /** The controls and counters of the device of that number. */
    public FakeDevice device(int number) {
        return devices.get(number);
    }

    /** All devices. */
    public List<FakeDevice> devices() {
        return List.copyOf(devices);
    }

    /**
     * Checks that everything opened has been closed.
     *
     * @throws AssertionError if something is alive, saying what
     */
    public void assertNothingAlive() {
        devices.forEach(FakeDevice::assertNothingAlive);
    }

    @Override
    public int spiVersion() {
        return Spi.VERSION;
    }

    @Override
    public String name() {
        return options.name;
    }

    @Override
    public Discovery discover(Map<String, String> given) {
        OptionReader.of(options.name, given);
        return unavailable == null
                ? new Discovery.Found(devices.stream().map(FakeDevice::info).toList(), List.of())
                : new Discovery.Unavailable(unavailable);
    }

    @Override
    public Device open(DeviceInfo info, Map<String, String> given) {
        OptionReader.of(options.name, given);
        for (FakeDevice device : devices) {
            if (device.info().id().equals(info.id())) {
                device.requireNotLost();
                return new OpenFakeDevice(this, device, acquireDelegate());
            }
        }
        throw new BackendException(
                BackendException.Kind.UNAVAILABLE,
                info.id(),
                "Opening " + info.id() + " failed: there is no such device");
    }

    FakeOptions options() {
        return options;
    }

    private synchronized Device acquireDelegate() {
        if (delegate == null) {
            if (delegateInfo == null) {
                throw new IllegalStateException(options.name + " is unavailable");
            }
            delegate = options.delegate.open(delegateInfo, options.delegateOptions);
        }
        delegateUsers++;
        return delegate;
    }

    synchronized void releaseDelegate() {
        delegateUsers--;
        if (delegateUsers == 0 && delegate != null) {
            delegate.close();
            delegate = null;
        }
    }

    private DeviceInfo describe(DeviceInfo host, int number) {
        Limits limits = new Limits(
                Math.min(options.maxAllocationBytes, host.limits().maxAllocationBytes()),
                Math.max(options.alignmentBytes, host.limits().alignmentBytes()),
                host.limits().wrapAlignmentBytes());
        return options.describe.apply(new DeviceInfo(
                options.name + ":" + number,
                options.name,
                "Fake " + options.kind + " over " + host.id(),
                options.kind,
                false,
                null,
                null,
                new MemoryInfo(options.memoryBytes, OptionalLong.of(options.memoryBytes)),
                limits,
                List.of()));
    }
}
