package io.tandem.inference.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** {@code bin/tandem} in a checkout of its own, with a Maven that builds nothing and a Java that tells how it was called. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class LauncherTest {
    private static final String JAVA = """
            #!/bin/sh
            echo "call $PWD cache=$TANDEM_CACHE locale=${LC_ALL:-$LANG} $*" >>"$LOG"
            echo "$@"
            """;

    private static final String MAVEN = """
            #!/bin/sh
            mkdir -p inference/target/launcher
            echo jar >inference/target/launcher/tandem-inference.jar
            echo /bin/sh >inference/target/launcher/runtime-classpath.txt
            echo "maven $JAVA_HOME" >>"$LOG"
            """;

    @TempDir
    Path folder;

    private final Map<String, String> environment = new TreeMap<>();
    private Path checkout = Path.of("");

    @BeforeEach
    void makeCheckout() throws IOException {
        folder = folder.toRealPath();
        checkout = Files.createDirectories(folder.resolve("checkout"));
        Files.createDirectories(checkout.resolve("bin"));
        for (String script : List.of("tandem", "lib.sh", "launch.sh")) {
            Files.copy(Path.of(System.getProperty("tandem.root"), "bin", script), checkout.resolve("bin/" + script));
        }
        for (String file :
                List.of("pom.xml", "inference/pom.xml", "inference/src/main/x", ".mvn/x", "inference/src/build/x")) {
            Files.createDirectories(checkout.resolve(file).getParent());
            Files.writeString(checkout.resolve(file), "");
        }
        program("jdk/bin/java", JAVA);
        program("jdk/bin/javac", JAVA);
        program("path/mvn", MAVEN);
        Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"25\"\n");
        Files.createFile(folder.resolve("log"));
        environment.put("JAVA_HOME", folder.resolve("jdk").toString());
        environment.put("PATH", folder.resolve("path") + ":/usr/bin:/bin");
        environment.put("LOG", folder.resolve("log").toString());
        environment.put("LANG", "en_US.UTF-8");
    }

    private void program(String name, String content) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private Outcome launch(String... arguments) throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(checkout.resolve("bin/tandem").toString());
        builder.command().addAll(List.of(arguments));
        builder.environment().clear();
        builder.environment().putAll(environment);
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        Process process = builder.directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS))
                .as("the launcher ends")
                .isTrue();
        return new Outcome(process.exitValue(), text(out), text(err));
    }

    private static String text(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.UTF_8);
    }

    private List<String> calls() throws IOException {
        return Files.readAllLines(folder.resolve("log"));
    }

    @Test
    void buildsOnceAndWarmsUp() throws Exception {
        assertThat(launch("devices", "a b").out()).endsWith("io.tandem.inference.cli.Main devices a b\n");
        assertThat(launch("devices").succeeded().out()).endsWith("io.tandem.inference.cli.Main devices\n");
        assertThat(calls()).hasSize(4);
        assertThat(calls().get(1)).startsWith("call " + checkout).endsWith("search warm README.md");
    }

    @Test
    void relativeFoldersMeanTheSameWhileItBuilds() throws Exception {
        environment.put("JAVA_HOME", "jdk");
        environment.put("TANDEM_CACHE", "my cache");
        assertThat(launch("devices").code()).isZero();
        assertThat(calls().get(0)).isEqualTo("maven " + folder.resolve("jdk"));
        assertThat(calls().get(1)).startsWith("call " + checkout + " cache=" + folder.resolve("my cache") + " ");
        assertThat(calls().get(2)).startsWith("call " + folder + " cache=" + folder.resolve("my cache") + " ");
    }

    @Test
    void theLocaleWithoutLettersBecomesOneWithAll() throws Exception {
        environment.put("LC_ALL", "C.utf8");
        launch("devices");
        assertThat(calls()).last().asString().contains(" locale=C.utf8 ");
        environment.put("LC_ALL", "xx_XX.UTF-8"); // is installed nowhere
        launch("devices");
        assertThat(calls()).last().asString().contains(" locale=C.UTF-8 ");
        environment.put("LC_ALL", "C");
        launch("devices");
        assertThat(calls()).last().asString().contains(" locale=C.UTF-8 ");
        environment.remove("LC_ALL");
        environment.remove("LANG");
        launch("devices");
        assertThat(calls()).last().asString().contains(" locale=C.UTF-8 ");
    }

    @Test
    void aCheckoutThatCannotBeWrittenIsOneClearError() throws Exception {
        Files.writeString(checkout.resolve("target"), "a file where the builds should be");
        launch("devices")
                .failed(
                        1,
                        "it has to be built first and " + checkout.resolve("target/launcher") + " cannot be written");
        assertThat(calls()).isEmpty();
    }
}
