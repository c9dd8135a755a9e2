package io.tandem.backend.opencl;

import io.tandem.backend.BackendException;
import io.tandem.backend.BackendProvider;
import io.tandem.backend.Device;
import io.tandem.backend.DeviceInfo;
import io.tandem.backend.Discovery;
import io.tandem.backend.Spi;
import java.util.Map;

/**
 * OpenCL devices, through JOCL. Options: {@code devices} (numbers such as {@code 0,2}, also as the environment variable
 * TANDEM_OPENCL_DEVICES), {@code logicalDevices} (how many devices each physical one is shown as),
 * {@code maxAllocationBytes}, {@code disable} (features to treat as absent) and {@code programCache} (a folder in which built
 * programs outlive the process).
 */
public final class OpenClProvider implements BackendProvider {
    static final String NAME = "opencl";

    /** Does nothing yet: JOCL is first touched by {@link #discover}. */
    public OpenClProvider() {}

    @Override
    public int spiVersion() {
        return Spi.VERSION;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Discovery discover(Map<String, String> options) {
        OpenClOptions read = OpenClOptions.read(options, System.getenv());
        try {
            OpenClLoader.requireLoader();
            OpenClLoader.prepare();
            return OpenClDevices.find(read).discovery();
        } catch (LinkageError e) {
            return new Discovery.Unavailable(OpenClLoader.reason(e));
        } catch (BackendException e) {
            return new Discovery.Unavailable(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public Device open(DeviceInfo device, Map<String, String> options) {
        OpenClOptions read = OpenClOptions.read(options, System.getenv());
        try {
            OpenClLoader.requireLoader();
            OpenClLoader.prepare();
            return OpenClDevice.open(device, read);
        } catch (LinkageError e) {
            throw new BackendException(BackendException.Kind.UNAVAILABLE, device.id(), OpenClLoader.reason(e), e);
        }
    }
}
