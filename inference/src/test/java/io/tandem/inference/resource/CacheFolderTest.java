package io.tandem.inference.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class CacheFolderTest {
    @TempDir
    Path home;

    private Path locate(String system, Map<String, String> environment) {
        Map<String, String> properties =
                Map.of("os.name", system, "user.home", home.toString(), "java.io.tmpdir", "/tmp");
        return CacheFolder.locate(properties::get, environment::get);
    }

    @Test
    void isWhereTheOperatingSystemWantsCaches() {
        assertThat(locate("Linux", Map.of())).isEqualTo(home.resolve(".cache/tandem"));
        assertThat(locate("Linux", Map.of("XDG_CACHE_HOME", "/caches"))).isEqualTo(Path.of("/caches/tandem"));
        assertThat(locate("Linux", Map.of("XDG_CACHE_HOME", "relative"))).isEqualTo(home.resolve(".cache/tandem"));
        assertThat(locate("Mac OS X", Map.of())).isEqualTo(home.resolve("Library/Caches/tandem"));
        assertThat(locate("Windows 11", Map.of("LOCALAPPDATA", "/local"))).isEqualTo(Path.of("/local/tandem"));
        assertThat(locate("Windows 11", Map.of())).isEqualTo(home.resolve("AppData/Local/tandem"));
    }

    @Test
    void anOverrideNamesTheFolderItself() {
        assertThat(locate("Linux", Map.of("TANDEM_CACHE", "/mine"))).isEqualTo(Path.of("/mine"));
        Map<String, String> properties = Map.of("tandem.cache", "/first");
        assertThat(CacheFolder.locate(properties::get, Map.of("TANDEM_CACHE", "/second")::get))
                .isEqualTo(Path.of("/first"));
    }

    @Test
    void aUserWithoutAHomeGetsTheTemporaryFolder() {
        Path expected = home.resolve("tandem-me");
        assertThat(locateWithoutHome()).isEqualTo(expected);
        assertThat(expected).isDirectory();
        assertThat(locateWithoutHome()).isEqualTo(expected);
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void whatOthersMayWriteIsRefused() throws IOException {
        Path folder = locateWithoutHome();
        assertThat(Files.getPosixFilePermissions(folder)).isEqualTo(PosixFilePermissions.fromString("rwx------"));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertRefused(folder);
        Files.delete(folder);
        Files.createSymbolicLink(folder, Files.createDirectory(home.resolve("elsewhere")));
        assertRefused(folder);
        Files.delete(folder);
        Files.writeString(folder, "a file in its place");
        assertRefused(folder);
    }

    private void assertRefused(Path folder) {
        assertThatThrownBy(this::locateWithoutHome)
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContainingAll(folder.toString(), "others may write it", "TANDEM_CACHE");
    }

    private Path locateWithoutHome() {
        Map<String, String> properties =
                Map.of("os.name", "Linux", "user.home", "?", "user.name", "me", "java.io.tmpdir", home.toString());
        return CacheFolder.locate(properties::get, Map.<String, String>of()::get);
    }
}
