package io.tandem.inference.cli;

import com.google.gson.stream.JsonWriter;
import io.tandem.backend.DeviceInfo;
import io.tandem.backend.DeviceKind;
import io.tandem.scheduler.Devices;
import io.tandem.scheduler.Unavailable;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code tandem devices}: what there is to compute on, and why the rest is not. */
@Command(
        name = "devices",
        mixinStandardHelpOptions = true,
        description = "Lists the devices of every backend with memory and features, and why one is unavailable.")
final class DevicesCommand implements Callable<Integer> {
    private static final double GIBIBYTE = 1L << 30;

    private final Console console;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Mixin
    private final DeviceOptions options = new DeviceOptions();

    @Option(names = "--json", description = "One JSON object per device or unavailable backend.")
    private boolean isJson;

    DevicesCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        try (Devices devices = Engine.discover(options, spec.commandLine())) {
            String order = devices.list().isEmpty()
                    ? "none: there is no device to run on"
                    : Engine.select(devices, options, spec.commandLine()).explain();
            if (isJson) {
                devices.list().forEach(this::printJson);
                devices.unavailable().forEach(this::printJson);
            } else {
                devices.list().forEach(this::print);
                devices.unavailable().forEach(this::print);
                console.out().println("Order of use:");
                order.lines().forEach(line -> console.out().println("  " + line));
            }
        }
        return 0;
    }

    private void print(DeviceInfo device) {
        PrintWriter out = console.out();
        out.println(device.id() + "  " + device.description());
        out.println("  kind      " + kind(device.kind()) + (device.software() ? " (software)" : ""));
        out.println("  memory    " + gibibytes(device.memory().totalBytes())
                + free(device.memory().freeBytes()));
        out.println("  features  " + (device.features().isEmpty() ? "none" : String.join(", ", device.features())));
        out.println();
    }

    private void print(Unavailable missing) {
        console.out().println(missing.provider() + "  unavailable: " + missing.description());
        console.out().println("  reason    " + missing.reason().replaceAll("\\s*\\R\\s*", "; "));
        console.out().println();
    }

    private static String free(OptionalLong bytes) {
        return bytes.isPresent() ? ", " + gibibytes(bytes.getAsLong()) + " free" : "";
    }

    private static String gibibytes(long bytes) {
        return String.format(Locale.ROOT, "%.1f GiB", bytes / GIBIBYTE);
    }

    private static String kind(DeviceKind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private void printJson(DeviceInfo device) {
        Json.line(console.out(), json -> {
            json.beginObject().name("id").value(device.id());
            json.name("provider").value(device.provider());
            json.name("description").value(device.description());
            json.name("kind").value(device.kind().name());
            json.name("memoryTotal").value(device.memory().totalBytes());
            json.name("memoryFree");
            writeFree(json, device.memory().freeBytes());
            json.name("features").beginArray();
            for (String feature : device.features()) {
                json.value(feature);
            }
            json.endArray().name("available").value(true);
            json.name("reason").nullValue().endObject();
        });
    }

    private static void writeFree(JsonWriter json, OptionalLong bytes) throws IOException {
        if (bytes.isPresent()) {
            json.value(bytes.getAsLong());
        } else {
            json.nullValue();
        }
    }

    private void printJson(Unavailable missing) {
        Json.line(console.out(), json -> {
            json.beginObject().name("id").nullValue();
            json.name("provider").value(missing.provider());
            json.name("description").value(missing.description());
            json.name("kind").nullValue();
            json.name("memoryTotal").nullValue();
            json.name("memoryFree").nullValue();
            json.name("features").beginArray().endArray();
            json.name("available").value(false);
            json.name("reason").value(missing.reason()).endObject();
        });
    }
}
