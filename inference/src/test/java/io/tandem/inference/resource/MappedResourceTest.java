package io.tandem.inference.resource;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tandem.inference.ModelException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MappedResourceTest {
    @TempDir
    Path folder;

    private final byte[] content = new byte[3_000_001];
    private Path cache = Path.of("");
    private Path jar = Path.of("");

    @BeforeEach
    void writeJar() throws IOException {
        new Random(7).nextBytes(content);
        cache = folder.resolve("cache/tandem");
        jar = folder.resolve("model 1.jar"); // the space must survive the URL
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            zip.putNextEntry(new ZipEntry("models/big.onnx"));
            zip.write(content);
            zip.closeEntry();
        }
    }

    private URL url() throws IOException {
        return URI.create("jar:" + jar.toUri() + "!/models/big.onnx").toURL();
    }

    private void assertMaps(Path folderOfCopy) throws IOException {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment mapped = MappedResource.map(url(), folderOfCopy, arena);
            assertThat(mapped.toArray(JAVA_BYTE)).isEqualTo(content);
        }
    }

    private Path onlyCopy() throws IOException {
        try (Stream<Path> files = Files.list(cache)) {
            List<Path> copies = files.toList();
            assertThat(copies).hasSize(1);
            return copies.getFirst();
        }
    }

    @Test
    void unpacksOnceAndMapsTheCopy() throws IOException {
        assertMaps(cache);
        Path copy = onlyCopy();
        assertThat(copy.getFileName().toString()).matches("big-[0-9a-f]{8}\\.onnx");
        FileTime longAgo = FileTime.from(Instant.parse("2020-01-01T00:00:00Z"));
        Files.setLastModifiedTime(copy, longAgo);
        assertMaps(cache);
        assertThat(Files.getLastModifiedTime(onlyCopy())).isEqualTo(longAgo);
    }

    @Test
    void replacesATruncatedCopy() throws IOException {
        assertMaps(cache);
        try (RandomAccessFile file = new RandomAccessFile(onlyCopy().toFile(), "rw")) {
            file.setLength(content.length / 2);
        }
        assertMaps(cache);
        assertThat(Files.size(onlyCopy())).isEqualTo(content.length);
    }

    @Test
    void replacesACopyWithOneFlippedBit() throws IOException {
        assertMaps(cache);
        byte[] damaged = content.clone();
        damaged[content.length - 1] ^= 1;
        Files.write(onlyCopy(), damaged);
        assertMaps(cache);
        assertThat(Files.readAllBytes(onlyCopy())).isEqualTo(content);
    }

    @Test
    void worksWhereNoCopyCanBeKept() throws IOException {
        Path blocked = Files.writeString(folder.resolve("a file"), "in the way");
        assertMaps(blocked.resolve("tandem"));
        assertMaps(Path.of("/proc/nowhere"));
    }

    @Test
    void deletesWhatADeadProcessLeft() throws IOException {
        Files.createDirectories(cache);
        Path abandoned = Files.writeString(cache.resolve("x.part"), "half");
        Files.setLastModifiedTime(abandoned, FileTime.from(Instant.now().minusSeconds(7200)));
        assertMaps(cache);
        assertThat(onlyCopy().getFileName().toString()).endsWith(".onnx");
    }

    @Test
    void manyAtOnceAllGetTheWholeContent() throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            List<Future<?>> calls = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                calls.add(threads.submit(() -> {
                    assertMaps(cache);
                    return null;
                }));
            }
            for (Future<?> call : calls) {
                call.get();
            }
        }
        onlyCopy();
    }

    @Test
    void readsAPlainFileWhereItLies() throws IOException {
        Path plain = Files.write(folder.resolve("plain.onnx"), content);
        try (Arena arena = Arena.ofShared()) {
            assertThat(MappedResource.map(plain.toUri().toURL(), cache, arena).byteSize())
                    .isEqualTo(content.length);
        }
        assertThat(cache).doesNotExist();
    }

    @Test
    void aDamagedJarIsOneClearError() throws IOException {
        byte[] bytes = Files.readAllBytes(jar);
        bytes[bytes.length / 2] ^= 1;
        jar = Files.write(folder.resolve("damaged.jar"), bytes);
        try (Arena arena = Arena.ofShared()) {
            URL url = url();
            assertThatThrownBy(() -> MappedResource.map(url, cache, arena)).isInstanceOf(ModelException.class);
        }
    }
}
