package io.tandem.inference.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.inference.onnx.convert.Converters;
import io.tandem.inference.onnx.host.HostFunctions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Keeps the lists of operators in docs/onnx.md what the code says; -Dtandem.docs.write writes them anew. */
class OnnxDocumentTest {
    private static final Path DOCUMENT = Path.of(System.getProperty("tandem.root"), "docs", "onnx.md");
    private static final int WIDTH = 120;

    @Test
    void documentIsUpToDate() throws IOException {
        Set<String> constants = new TreeSet<>(HostFunctions.names());
        constants.removeAll(Converters.names());
        String text = Files.readString(DOCUMENT);
        String current = replaced(replaced(text, "operators", Converters.names()), "constants", constants);
        if (System.getProperty("tandem.docs.write") != null) {
            Files.writeString(DOCUMENT, current);
        }
        assertThat(current)
                .as("docs/onnx.md is stale: write it anew with -Dtandem.docs.write")
                .isEqualTo(Files.readString(DOCUMENT));
    }

    private static String replaced(String text, String list, Set<String> names) {
        Matcher matcher = Pattern.compile("(<!-- " + list + " -->\n).*?(<!-- end -->)", Pattern.DOTALL)
                .matcher(text);
        assertThat(matcher.find()).as(list).isTrue();
        return matcher.replaceFirst("$1" + wrapped(names) + "\n$2");
    }

    private static String wrapped(Set<String> names) {
        StringBuilder lines = new StringBuilder();
        int column = 0;
        for (String name : names) {
            if (column + name.length() + 1 > WIDTH) {
                lines.setCharAt(lines.length() - 1, '\n');
                column = 0;
            }
            lines.append(name).append(' ');
            column += name.length() + 1;
        }
        return lines.toString().strip();
    }
}
