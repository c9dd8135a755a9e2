package io.tandem.scheduler;

import io.tandem.backend.BackendException;
import io.tandem.scheduler.device.ActiveDevice;
import io.tandem.scheduler.discovery.Selector;
import java.util.ArrayList;
import java.util.List;

/**
 * The devices of a selection, open.
 *
 * @param selection what was chosen and could be opened
 * @param devices in priority order
 */
record OpenedSelection(DeviceSelection selection, List<ActiveDevice> devices) {
    OpenedSelection {
        devices = List.copyOf(devices);
    }

    /** Opens the devices. One that was not asked for by id and cannot be opened is left out. */
    static OpenedSelection of(DeviceSelection selection) {
        Devices owner = selection.owner();
        Selector.Result left = selection.result();
        List<ActiveDevice> open = new ArrayList<>();
        for (Selector.Choice choice : selection.result().chosen()) {
            try {
                open.add(owner.open(choice.device().id()));
            } catch (BackendException failure) {
                if (choice.byId()) {
                    throw failure;
                }
                left = left.without(choice, String.valueOf(failure.getMessage()));
            }
        }
        DeviceSelection opened = new DeviceSelection(owner, left);
        opened.requireAny();
        return new OpenedSelection(opened, open);
    }
}
