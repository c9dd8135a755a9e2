package io.tandem.inference.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextFileTest {
    @TempDir
    Path folder;

    private Path file(byte[] content) throws IOException {
        return Files.write(folder.resolve("file.txt"), content);
    }

    @Test
    void readsUtf8WithAnyLineBreaksAndWithOrWithoutAMark() throws IOException {
        assertThat(TextFile.lines(file("\ufeffgrün\r\nblau\rrot\n".getBytes(StandardCharsets.UTF_8))))
                .containsExactly("grün", "blau", "rot");
        assertThat(TextFile.lines(file(new byte[0]))).isEmpty();
    }

    @Test
    void readsUtf16WithAMark() throws IOException {
        assertThat(TextFile.lines(file("\ufeffgrün".getBytes(StandardCharsets.UTF_16LE))))
                .containsExactly("grün");
    }

    @Test
    void malformedPartsBecomeReplacementCharacters() throws IOException {
        assertThat(TextFile.lines(file("ein schöner Tag".getBytes(StandardCharsets.ISO_8859_1))))
                .containsExactly("ein sch\ufffdner Tag");
    }

    @Test
    void refusesWhatIsNoTextInOneLine() throws IOException {
        assertRefused(folder.resolve("none"), "there is no such file");
        assertRefused(folder, "it is a folder");
        assertRefused(file(new byte[] {'a', 0, 'b'}), "it is a binary file");
        assertRefused(file(new byte[] {(byte) 0xca, (byte) 0xfe, (byte) 0xba, (byte) 0xbe}), "it is no UTF-8 text");
    }

    private static void assertRefused(Path file, String reason) {
        assertThatThrownBy(() -> TextFile.lines(file))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("cannot read " + file + ": " + reason)
                .message()
                .doesNotContain("\n");
    }
}
