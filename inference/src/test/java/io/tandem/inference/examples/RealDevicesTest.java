package io.tandem.inference.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.tandem.backend.DeviceInfo;
import io.tandem.scheduler.Devices;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Runs what docs/real-devices.md shows, checks the results and holds the document to what is printed. */
class RealDevicesTest {
    private static final Path ROOT = Path.of(System.getProperty("tandem.root"));
    private static final Path DOCUMENT = ROOT.resolve("docs/real-devices.md");
    private static final String SOURCE = "inference/src/test/java/io/tandem/inference/examples/RealDevices.java";
    private static final int N = 512;

    private final Devices devices = Devices.discover(Map.of("cpu.threads", "2"));
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final RealDevices example = new RealDevices(devices, new PrintStream(bytes, true, StandardCharsets.UTF_8));

    @BeforeEach
    void requireAll() {
        assumeThat(devices.list().stream().map(DeviceInfo::id))
                .as("%s", devices.unavailable())
                .contains("vulkan:0", "opencl:0", "cpu:0");
    }

    @AfterEach
    void close() {
        devices.close();
    }

    private static float[] random(long seed, int count) {
        Random random = new Random(seed);
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = random.nextFloat() - 0.5f;
        }
        return values;
    }

    /** Element {@code at} of b @ a.T, whose rows have n elements. */
    private static double product(float[] a, float[] b, int n, int at) {
        int rows = a.length / n;
        double sum = 0;
        for (int k = 0; k < n; k++) {
            sum += (double) a[at % rows * n + k] * b[at / rows * n + k];
        }
        return sum;
    }

    private void assertDocumented() throws IOException {
        String printed = bytes.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
        assertThat(Files.readString(DOCUMENT)).contains("```text\n" + printed + "```");
    }

    @Test
    void theDocumentShowsTheCode() throws IOException {
        String source = Files.readString(ROOT.resolve(SOURCE));
        String begin = "    // docs: begin\n";
        String lines = source.substring(source.indexOf(begin) + begin.length(), source.indexOf("    // docs: end"));
        assertThat(Files.readString(DOCUMENT))
                .contains("```java\n" + lines.stripTrailing().stripIndent() + "\n```");
    }

    @Test
    void detects() {
        example.detect();
        assertThat(bytes.toString(StandardCharsets.UTF_8)).contains("vulkan:0: ", "opencl:0: ", "cpu:0: ");
    }

    @Test
    void schedules() throws IOException {
        float[] a = random(1, N * N);
        float[] b = random(2, N * N);
        float[] c = example.schedule(a, b);
        for (int at : new int[] {0, 1, N, 77_777, N * N - 1}) {
            assertThat((double) c[at]).isCloseTo(product(a, b, N, at), within(1e-4));
        }
        assertDocumented();
    }

    @Test
    void fallsBack() throws IOException {
        float[] x = random(3, 256 * 64);
        float[] y = example.fallBack(x);
        for (int at : new int[] {0, 65, 2000}) {
            assertThat((double) y[at]).isCloseTo(product(x, x, 256, at), within(0.5));
        }
        assertDocumented();
    }

    @Test
    void places() throws IOException {
        float[] a = random(4, N * N);
        float[] b = random(5, N * N);
        float[] sum = example.place(a, b);
        for (int at : new int[] {0, 1, N, 77_777, N * N - 1}) {
            assertThat((double) sum[at]).isCloseTo(product(a, b, N, at) + product(b, a, N, at), within(1e-4));
        }
        assertDocumented();
    }

    @Test
    void startsAndGoesOn() throws IOException {
        float[] values = random(6, 100_000);
        double expected = 0;
        for (float value : values) {
            expected += Math.max(0, value);
        }
        assertThat((double) example.startAndGoOn(values)).isCloseTo(expected, within(0.05));
        assertDocumented();
    }
}
