package io.tandem.child;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A Maven repository of its own into which Tandem's artifacts are installed as they were built. What else a project needs
 * comes from the repository that this build uses, of which it changes nothing.
 */
final class TemporaryRepository {
    /** The folders of the modules that an author of a backend uses, by artifact. */
    private static final Map<String, String> MODULES = Map.of(
            "tandem-api", "api",
            "tandem-testkit", "testkit",
            "tandem-backend-cpu", "backend-cpu",
            "tandem-scheduler", "scheduler");

    private final Path folder;

    private TemporaryRepository(Path folder) {
        this.folder = folder;
    }

    static String version() {
        return System.getProperty("tandem.version");
    }

    static Path root() {
        return Path.of(System.getProperty("tandem.root"));
    }

    /** The jar of an artifact as it was built. */
    static Path jar(String artifact) {
        return root().resolve(MODULES.get(artifact), "target", artifact + "-" + version() + ".jar");
    }

    static TemporaryRepository of(Path folder) throws IOException {
        TemporaryRepository repository = new TemporaryRepository(folder);
        repository.install("tandem", root().resolve("pom.xml"), "pom");
        for (Map.Entry<String, String> module : MODULES.entrySet()) {
            String artifact = module.getKey();
            repository.install(artifact, root().resolve(module.getValue(), "pom.xml"), "pom");
            repository.install(artifact, jar(artifact), "jar");
        }
        return repository;
    }

    private void install(String artifact, Path file, String extension) throws IOException {
        Path place = folder.resolve("local", "io", "tandem", artifact, version());
        Files.createDirectories(place);
        Files.copy(file, place.resolve(artifact + "-" + version() + "." + extension));
    }

    /** Options with which Maven works on this repository. */
    List<String> options() throws IOException {
        String others =
                """
                <id>of-the-build</id>
                <url>%s</url>
                <releases><checksumPolicy>ignore</checksumPolicy></releases>
                <snapshots><enabled>false</enabled></snapshots>
                """.formatted(Path.of(System.getProperty("tandem.repository")).toUri());
        Path settings = folder.resolve("settings.xml");
        Files.writeString(settings, """
                <settings>
                  <profiles><profile>
                    <id>temporary</id>
                    <repositories><repository>%1$s</repository></repositories>
                    <pluginRepositories><pluginRepository>%1$s</pluginRepository></pluginRepositories>
                  </profile></profiles>
                  <activeProfiles><activeProfile>temporary</activeProfile></activeProfiles>
                </settings>
                """.formatted(others));
        return List.of("-gs", settings.toString(), "-Dmaven.repo.local=" + folder.resolve("local"));
    }
}
