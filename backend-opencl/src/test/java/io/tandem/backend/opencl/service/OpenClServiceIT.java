package io.tandem.backend.opencl.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.testkit.process.ChildJvm;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The built jar is found by ServiceLoader, on the class path and on the module path. */
class OpenClServiceIT {
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

    private String onModulePath(String modules) {
        return output(ChildJvm.main(ServiceProbe.class.getName(), probe)
                .options("-p", jars, "--add-modules", modules, "--enable-native-access=ALL-UNNAMED"));
    }

    @Test
    void findsTheJarOnTheClassPath() {
        assertThat(output(ChildJvm.main(ServiceProbe.class.getName(), jars + File.pathSeparator + probe)))
                .startsWith("opencl Found[devices=[opencl:0");
    }

    @Test
    void findsTheJarOnTheModulePath() {
        assertThat(onModulePath("ALL-MODULE-PATH")).startsWith("opencl Found[devices=[opencl:0");
    }
}
