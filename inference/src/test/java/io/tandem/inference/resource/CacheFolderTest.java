package io.tandem.inference.resource;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
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
        Map<String, String> properties = Map.of("os.name", "Linux", "user.home", "?", "java.io.tmpdir", "/tmp");
        assertThat(CacheFolder.locate(properties::get, Map.<String, String>of()::get))
                .isEqualTo(Path.of("/tmp/.cache/tandem"));
    }
}
