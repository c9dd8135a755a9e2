package io.tandem.inference.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Keeps the README's example the code that compiles and runs. */
class ReadmeTest {
    private static final Path ROOT = Path.of(System.getProperty("tandem.root"));
    private static final String SOURCE = "inference/src/test/java/io/tandem/inference/examples/MixedDevices.java";

    @Test
    void showsTheExampleThatCompiles() throws IOException {
        String readme = between(ROOT.resolve("README.md"), "```java\n", "```\n");
        String code = between(ROOT.resolve(SOURCE), "// README: begin\n", "        // README: end");
        assertThat(readme).isEqualTo(code.stripTrailing().stripIndent() + "\n");
    }

    @Test
    void showsAnExampleThatRuns() {
        MixedDevices.main(new String[0]);
    }

    private static String between(Path file, String begin, String end) throws IOException {
        String text = Files.readString(file);
        int from = text.indexOf(begin) + begin.length();
        return text.substring(from, text.indexOf(end, from));
    }
}
