package io.tandem.scheduler.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tandem.backend.BackendProvider;
import io.tandem.backend.cpu.CpuBackendProvider;
import io.tandem.scheduler.Devices;
import io.tandem.testkit.fake.FakeBackend;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Runs the examples of docs/scheduling.md on two fake GPUs and the CPU, and holds the document to them. */
class ExamplesTest {
    private static final Path ROOT = Path.of(System.getProperty("tandem.root"));

    private final BackendProvider cpu = new CpuBackendProvider();
    private final FakeBackend fakes =
            FakeBackend.named("fake").devices(2).over(cpu, Map.of()).create();
    private final Devices devices = Devices.of(List.of(fakes, cpu), Map.of("cpu.threads", "2"));
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    @AfterEach
    void close() {
        devices.close();
        fakes.assertNothingAlive();
    }

    private String printed() {
        return bytes.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
    }

    private static float[] random(long seed, int count) {
        Random random = new Random(seed);
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = random.nextFloat() - 0.5f;
        }
        return values;
    }

    /** Element (i, j) of b @ a.T, both n by n. */
    private static double product(float[] a, float[] b, int n, int i, int j) {
        double sum = 0;
        for (int k = 0; k < n; k++) {
            sum += (double) a[i * n + k] * b[j * n + k];
        }
        return sum;
    }

    /** The document holds the example's lines and, where it is the same each time, what they print. */
    private void assertDocumented(Class<?> example, boolean output) {
        String document = read(ROOT.resolve("docs/scheduling.md"));
        Path file = ROOT.resolve("scheduler/src/test/java")
                .resolve(example.getName().replace('.', '/') + ".java");
        String source = read(file);
        String begin = "        // docs: begin\n";
        String lines = source.substring(source.indexOf(begin) + begin.length(), source.indexOf("        // docs: end"));
        assertThat(document).contains("```java\n" + lines.stripTrailing().stripIndent() + "\n```");
        if (output) {
            assertThat(document).contains("```text\n" + printed() + "```");
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void listsDevicesWithMemory() {
        ListDevices.run(devices, out);
        assertThat(printed())
                .startsWith("cpu:0: ")
                .contains("fake:0: Fake GPU over cpu:0, GPU, 17179 MB, free: 17179 MB\n")
                .contains("fake:1: Fake GPU over cpu:0, GPU, 17179 MB, free: 17179 MB\n");
        assertDocumented(ListDevices.class, false);
    }

    @Test
    void schedulesOverAnOrderedList() {
        OrderedList.run(devices, out);
        assertThat(printed()).startsWith("3 devices\n0: fake:1\n1: fake:0\n2: cpu:0\n");
        assertDocumented(OrderedList.class, false);
    }

    @Test
    void multipliesOnTheGpuAndFallsBackToTheCpu() {
        float[] a = random(1, 1_000_000);
        float[] b = random(2, 1_000_000);
        float[] c = GpuFirst.run(devices, a, b, out);
        assertThat(printed()).isEqualTo("""
                        a f32 [1000, 1000] is on fake:0
                        b f32 [1000, 1000] is on fake:0
                        c f32 [1000, 1000] is on fake:0
                        """);
        assertDocumented(GpuFirst.class, true);
        for (int at : new int[] {0, 1, 1000, 123_456, 999_999}) {
            assertThat((double) c[at]).isCloseTo(product(a, b, 1000, at % 1000, at / 1000), within(1e-3));
        }
        bytes.reset();
        try (Devices alone = Devices.of(cpu)) {
            assertThat(GpuFirst.run(alone, a, b, out)).isEqualTo(c);
        }
        assertThat(printed()).contains("b f32 [1000, 1000] is on cpu:0");
    }

    @Test
    void addsTwoProductsThatArePinnedToTwoDevices() {
        float[][] values = new float[4][];
        for (int i = 0; i < 4; i++) {
            values[i] = random(3 + i, 512 * 512);
        }
        float[] sum = TwoDevices.run(devices, values, out);
        for (int at : new int[] {0, 1, 513, 77_777, 512 * 512 - 1}) {
            int i = at % 512;
            int j = at / 512;
            assertThat((double) sum[at])
                    .isCloseTo(
                            product(values[0], values[1], 512, i, j) + product(values[2], values[3], 512, i, j),
                            within(1e-3));
        }
        assertDocumented(TwoDevices.class, true);
    }

    @Test
    void computesWhileTheCallerDoesSomethingElse() {
        fakes.devices().forEach(device -> device.executeLatency(Duration.ofMillis(20)));
        float[] values = random(5, 100_000);
        double expected = 0;
        for (float value : values) {
            expected += Math.max(0, value);
        }
        assertThat((double) Asynchronous.run(devices, values, out)).isCloseTo(expected, within(0.05));
        assertThat(printed()).isEqualTo("the caller was free\n");
        assertDocumented(Asynchronous.class, true);
    }
}
