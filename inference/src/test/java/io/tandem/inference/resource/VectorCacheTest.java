package io.tandem.inference.resource;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VectorCacheTest {
    private static final List<String> TEXTS = List.of("a", "bc", "");
    private static final List<float[]> VECTORS =
            List.of(new float[] {1, 2}, new float[] {-3, 0.5f}, new float[] {Float.MIN_VALUE, 0});

    @TempDir
    Path folder;

    private VectorCache cache(String maker, long limit) {
        return new VectorCache(folder.resolve("vectors"), maker, limit);
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("vectors"))) {
            return files.toList();
        }
    }

    @Test
    void whatWasWrittenIsRead() {
        VectorCache cache = cache("m", 1 << 20);
        assertThat(cache.read(TEXTS)).isEmpty();
        cache.write(TEXTS, VECTORS);
        assertThat(cache.read(TEXTS).orElseThrow()).usingRecursiveComparison().isEqualTo(VECTORS);
        cache.write(List.of(), List.of());
        assertThat(cache.read(List.of()).orElseThrow()).isEmpty();
    }

    @Test
    void otherTextsAndOtherMakersHaveOtherVectors() {
        cache("m", 1 << 20).write(TEXTS, VECTORS);
        assertThat(cache("n", 1 << 20).read(TEXTS)).isEmpty();
        assertThat(cache("m", 1 << 20).read(List.of("ab", "c", ""))).isEmpty();
        assertThat(cache("m", 1 << 20).read(List.of("a", "bc"))).isEmpty();
    }

    @Test
    void aDamagedFileCountsAsNone() throws IOException {
        VectorCache cache = cache("m", 1 << 20);
        cache.write(TEXTS, VECTORS);
        Path file = files().getFirst();
        byte[] intact = Files.readAllBytes(file);
        for (int i = 0; i < intact.length; i++) {
            byte[] damaged = intact.clone();
            damaged[i] ^= 0x10;
            Files.write(file, damaged);
            assertThat(cache.read(TEXTS)).as("byte %d", i).isEmpty();
        }
        for (int length = 0; length < intact.length; length++) {
            Files.write(file, java.util.Arrays.copyOf(intact, length));
            assertThat(cache.read(TEXTS)).as("length %d", length).isEmpty();
        }
        cache.write(TEXTS, VECTORS);
        assertThat(cache.read(TEXTS)).isPresent();
    }

    @Test
    void whatWasNotUsedForLongestGoesFirst() throws IOException {
        List<String> other = List.of("x", "y", "z");
        long bytes = 40;
        VectorCache cache = cache("m", 2 * bytes);
        cache.write(TEXTS, VECTORS);
        assertThat(files()).allSatisfy(file -> assertThat(file).hasSize(bytes));
        age();
        cache.write(other, VECTORS);
        age();
        assertThat(cache.read(TEXTS)).isPresent();
        cache.write(List.of("1", "2", "3"), VECTORS);
        assertThat(files()).hasSize(3);
        cache.trim();
        assertThat(files()).hasSize(2);
        assertThat(cache.read(TEXTS)).isPresent();
        assertThat(cache.read(other)).isEmpty();
    }

    /** Makes every file a minute older. */
    private void age() throws IOException {
        for (Path file : files()) {
            Files.setLastModifiedTime(
                    file, FileTime.fromMillis(Files.getLastModifiedTime(file).toMillis() - 60_000));
        }
    }

    @Test
    void trimmingDeletesWhatDeadProcessesLeft() throws IOException {
        VectorCache cache = cache("m", 1 << 20);
        cache.write(TEXTS, VECTORS);
        Files.writeString(folder.resolve("vectors/old.part"), "half");
        age();
        Files.setLastModifiedTime(folder.resolve("vectors/old.part"), FileTime.fromMillis(0));
        Files.writeString(folder.resolve("vectors/new.part"), "half");
        cache.trim();
        assertThat(files())
                .extracting(file -> file.getFileName().toString())
                .hasSize(2)
                .contains("new.part");
    }

    @Test
    void readsWhatItMayNotTouch() throws Exception {
        VectorCache cache = cache("m", 1 << 20);
        cache.write(TEXTS, VECTORS);
        Path file = files().getFirst();
        Path elsewhere = folder.resolve("vectors.jar");
        // a file system that refuses to set times
        try (FileSystem zip = FileSystems.newFileSystem(elsewhere, Map.of("create", "true"))) {
            Files.copy(file, zip.getPath("/" + file.getFileName()));
        }
        try (FileSystem zip = FileSystems.newFileSystem(elsewhere, Map.of("accessMode", "readOnly"))) {
            VectorCache readOnly = new VectorCache(zip.getPath("/"), "m", 1 << 20);
            assertThat(readOnly.read(TEXTS)).isPresent();
            readOnly.write(List.of("other"), VECTORS);
            readOnly.trim();
            assertThat(readOnly.read(List.of("other"))).isEmpty();
        }
    }

    @Test
    void aFolderThatCannotBeWrittenCostsNothing() throws IOException {
        Files.writeString(folder.resolve("vectors"), "a file where the folder should be");
        VectorCache cache = cache("m", 1 << 20);
        cache.write(TEXTS, VECTORS);
        assertThat(cache.read(TEXTS)).isEmpty();
    }
}
