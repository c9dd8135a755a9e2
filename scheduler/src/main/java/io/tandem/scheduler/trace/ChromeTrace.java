package io.tandem.scheduler.trace;

import io.tandem.scheduler.plan.Lane;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Writes intervals in the trace event format, complete events ("ph": "X") with times in microseconds. */
public final class ChromeTrace {
    private final List<String> devices = new ArrayList<>();
    private final List<Entry> entries = new ArrayList<>();

    private record Entry(long run, int process, Lane.Purpose purpose, String label, long startNanos, long endNanos) {}

    /** No intervals yet. */
    public ChromeTrace() {}

    /** Adds an interval. */
    public void add(long run, String device, Lane.Purpose purpose, String label, long startNanos, long endNanos) {
        if (!devices.contains(device)) {
            devices.add(device);
        }
        entries.add(new Entry(run, devices.indexOf(device) + 1, purpose, label, startNanos, endNanos));
    }

    /** The whole trace; times count from its first start. */
    public String toJson() {
        List<String> events = new ArrayList<>();
        for (int i = 0; i < devices.size(); i++) {
            events.add(name("process_name", i + 1, 0, devices.get(i)));
            for (Lane.Purpose purpose : Lane.Purpose.values()) {
                events.add(name(
                        "thread_name", i + 1, thread(purpose), purpose.name().toLowerCase(Locale.ROOT)));
            }
        }
        long origin = entries.stream().mapToLong(Entry::startNanos).min().orElse(0);
        entries.forEach(entry -> events.add(complete(entry, origin)));
        return "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n" + String.join(",\n", events) + "\n]}\n";
    }

    private static String name(String what, int process, int thread, String name) {
        return "{\"ph\":\"M\",\"name\":\"" + what + "\",\"pid\":" + process + ",\"tid\":" + thread
                + ",\"args\":{\"name\":" + quoted(name) + "}}";
    }

    private static String complete(Entry entry, long origin) {
        return String.format(
                Locale.ROOT,
                "{\"ph\":\"X\",\"name\":%s,\"pid\":%d,\"tid\":%d,\"ts\":%.3f,\"dur\":%.3f,\"args\":{\"run\":%d}}",
                quoted(entry.label()),
                entry.process(),
                thread(entry.purpose()),
                (entry.startNanos() - origin) / 1e3,
                (entry.endNanos() - entry.startNanos()) / 1e3,
                entry.run());
    }

    private static int thread(Lane.Purpose purpose) {
        return purpose == Lane.Purpose.COMPUTE ? 1 : 2;
    }

    private static String quoted(String text) {
        StringBuilder json = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < ' ') {
                json.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                json.append(c);
            }
        }
        return json.append('"').toString();
    }
}
