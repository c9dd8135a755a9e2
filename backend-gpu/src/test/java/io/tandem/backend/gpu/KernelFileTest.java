package io.tandem.backend.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KernelFileTest {
    @TempDir
    private Path folder;

    private final byte[] data = {1, 2, 3, 4, 5};

    private KernelFile kept() {
        return new KernelFile(folder.resolve("deeper").resolve("kernels"));
    }

    @Test
    void readsWhatWasWritten() {
        assertThat(kept().read()).isEmpty();
        kept().write(data);
        assertThat(kept().read()).isEqualTo(data);
        kept().write(new byte[] {9});
        assertThat(kept().read()).containsExactly(9);
    }

    @Test
    void takesADamagedFileForNone() throws IOException {
        kept().write(data);
        byte[] bytes = Files.readAllBytes(kept().file());
        bytes[bytes.length - 1] ^= 1;
        Files.write(kept().file(), bytes);
        assertThat(kept().read()).isEmpty();
        Files.write(kept().file(), new byte[] {1, 2});
        assertThat(kept().read()).isEmpty();
    }

    @Test
    void doesWithoutAFolderThatCannotBeWritten() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "no folder");
        KernelFile store = new KernelFile(file.resolve("kernels"));
        store.write(data);
        assertThat(store.read()).isEmpty();
    }
}
