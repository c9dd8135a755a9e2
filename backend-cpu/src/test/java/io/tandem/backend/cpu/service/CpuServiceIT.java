package io.tandem.backend.cpu.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.testkit.process.ChildJvm;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The built jar is found by ServiceLoader, on the class path and on the module path, with the Vector API or without. */
class CpuServiceIT {
    private String jars = "";
    private String probe = "";

    @BeforeEach
    void findJars() throws IOException {
        String dependencies = Files.readString(Path.of(System.getProperty("tandem.runtime.classpath.file")));
        jars = System.getProperty("tandem.jar") + File.pathSeparator + dependencies.strip();
        probe = ServiceProbe.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath();
    }

    private static String output(ChildJvm jvm) {
        ChildJvm.Outcome outcome = jvm.run();
        assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
        return outcome.out();
    }

    private ChildJvm onClassPath() {
        return ChildJvm.main(ServiceProbe.class.getName(), jars + File.pathSeparator + probe);
    }

    private ChildJvm onModulePath(String modules) {
        return ChildJvm.main(ServiceProbe.class.getName(), probe).options("-p", jars, "--add-modules", modules);
    }

    @Test
    void findsTheJarOnTheClassPath() {
        assertThat(output(onClassPath())).startsWith("cpu cpu:0 [scalar, ");
        assertThat(output(onClassPath().options("--add-modules", "jdk.incubator.vector")))
                .startsWith("cpu cpu:0 [vector, ");
    }

    @Test
    void findsTheJarOnTheModulePath() {
        assertThat(output(onModulePath("ALL-MODULE-PATH"))).startsWith("cpu cpu:0 [scalar, ");
        assertThat(output(onModulePath("ALL-MODULE-PATH,jdk.incubator.vector"))).startsWith("cpu cpu:0 [vector, ");
    }
}
