package io.tandem.child;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.testkit.process.ChildJvm;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.attribute.InnerClassesAttribute;
import java.lang.classfile.attribute.NestMembersAttribute;
import java.lang.classfile.attribute.PermittedSubclassesAttribute;
import java.lang.classfile.constantpool.ClassEntry;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The backend in {@code examples/backend}, built as somebody else builds it: outside of this repository, with nothing of
 * Tandem but its artifacts.
 */
class ForeignBackendIT {
    /** The operation that is newer than the older api. */
    private static final String NEW_OPERATION = "io/tandem/op/UnaryOp$Softplus";

    private static final Pattern EXECUTED = Pattern.compile("conformance: [1-9][0-9]* cases executed");

    @TempDir
    private Path folder;

    /** A copy of the project, far from this one. */
    private Path project() throws IOException {
        Path from = TemporaryRepository.root().resolve("examples", "backend");
        Path to = folder.resolve("project");
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = to.resolve(from.relativize(file).toString());
                if (!copy.startsWith(to.resolve("target"))) {
                    Files.createDirectories(copy.getParent());
                    Files.copy(file, copy);
                }
            }
        }
        return to;
    }

    private static String maven(Path project, List<String> options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(
                Path.of(System.getProperty("tandem.maven.home"), "bin", "mvn").toString());
        command.addAll(List.of("-B", "-ntp", "-Dtandem.version=" + TemporaryRepository.version()));
        command.addAll(options);
        command.add("verify");
        ProcessBuilder builder = new ProcessBuilder(command).directory(project.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().keySet().removeAll(List.of("MAVEN_OPTS", "MAVEN_ARGS", "JAVA_TOOL_OPTIONS"));
        Path log = project.resolve("maven.log");
        Process process =
                builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
        process.getOutputStream().close();
        boolean ended = process.waitFor(10, TimeUnit.MINUTES);
        if (!ended) {
            process.destroyForcibly().waitFor();
        }
        String output = Files.readString(log, StandardCharsets.UTF_8);
        assertThat(ended && process.exitValue() == 0).as(output).isTrue();
        return output;
    }

    @Test
    void passesTheSuiteAndTakesPartInMixedPlansOnEitherPath() throws Exception {
        Path project = project();
        String output = maven(
                project, TemporaryRepository.of(folder.resolve("repository")).options());
        assertThat(EXECUTED.matcher(output).results()).as(output).hasSize(2);
        assertThat(output).contains("mixed plan in module null", "mixed plan in module com.acme.tandem");
        assertComputesWithTheCpu(project.resolve("target", "acme-backend-1.0.jar"));
    }

    @Test
    void compiledAgainstAnOlderApiItMeetsANewOperationAsUnsupported() throws Exception {
        Path older = olderApi();
        Path project = project();
        Path classes = folder.resolve("classes");
        String path = older + File.pathSeparator + jspecify();
        javac("-p", path, "-d", classes.toString(), sources(project.resolve("src", "main", "java")));
        Path services = Path.of("META-INF", "services", "io.tandem.backend.BackendProvider");
        Files.createDirectories(classes.resolve(services).getParent());
        Files.copy(project.resolve("src", "main", "resources").resolve(services), classes.resolve(services));
        assertComputesWithTheCpu(classes);
    }

    /** What the api's annotations come from: Maven gives it to whoever depends on the api. */
    private static String jspecify() throws IOException {
        String classPath = Files.readString(Path.of(System.getProperty("tandem.runtime.classpath.file")));
        return Stream.of(classPath.strip().split(File.pathSeparator, -1))
                .filter(entry -> entry.contains("jspecify"))
                .findFirst()
                .orElseThrow();
    }

    private void javac(String... arguments) {
        StringWriter said = new StringWriter();
        PrintWriter writer = new PrintWriter(said);
        String[] all = Stream.of(arguments)
                .flatMap(argument -> Stream.of(argument.split("\n", -1)))
                .toArray(String[]::new);
        int status = ToolProvider.findFirst("javac").orElseThrow().run(writer, writer, all);
        assertThat(status).as(said.toString()).isZero();
    }

    private static String sources(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.map(Path::toString)
                    .filter(name -> name.endsWith(".java"))
                    .collect(Collectors.joining("\n"));
        }
    }

    /** The api's jar as it was before the operation was added. */
    private Path olderApi() throws IOException {
        Path older = folder.resolve("older-api.jar");
        Files.copy(TemporaryRepository.jar("tandem-api"), older);
        try (FileSystem jar = FileSystems.newFileSystem(URI.create("jar:" + older.toUri()), Map.of())) {
            Files.delete(jar.getPath(NEW_OPERATION + ".class"));
            Path family = jar.getPath("io/tandem/op/UnaryOp.class");
            ClassFile format = ClassFile.of();
            byte[] without = format.transformClass(
                    format.parse(Files.readAllBytes(family)), (builder, element) -> builder.with(older(element)));
            Files.write(family, without);
        }
        return older;
    }

    /** A part of the class file of a family of operations, without the new one. */
    private static ClassElement older(ClassElement element) {
        return switch (element) {
            case PermittedSubclassesAttribute family ->
                PermittedSubclassesAttribute.of(without(family.permittedSubclasses()));
            case NestMembersAttribute family -> NestMembersAttribute.of(without(family.nestMembers()));
            case InnerClassesAttribute family ->
                InnerClassesAttribute.of(family.classes().stream()
                        .filter(inner -> isOld(inner.innerClass()))
                        .toList());
            default -> element;
        };
    }

    private static List<ClassEntry> without(List<ClassEntry> operations) {
        return operations.stream().filter(ForeignBackendIT::isOld).toList();
    }

    private static boolean isOld(ClassEntry operation) {
        return !operation.asInternalName().equals(NEW_OPERATION);
    }

    private static void assertComputesWithTheCpu(Path backend) throws URISyntaxException {
        String tandem = Stream.of("tandem-api", "tandem-scheduler", "tandem-backend-cpu")
                .map(artifact -> TemporaryRepository.jar(artifact).toString())
                .collect(Collectors.joining(File.pathSeparator));
        String probe = Path.of(MixedProbe.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .toString();
        String jars = tandem + File.pathSeparator + backend;
        String program = MixedProbe.class.getName();
        ChildJvm onClassPath = ChildJvm.main(program, jars + File.pathSeparator + probe);
        ChildJvm onModulePath = ChildJvm.main(program, probe)
                .options("-p", jars, "--add-modules", "io.tandem.scheduler,io.tandem.backend.cpu,com.acme.tandem");
        for (ChildJvm child : List.of(onClassPath, onModulePath)) {
            ChildJvm.Outcome outcome = child.arguments("acme:0").run();
            assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
            assertThat(outcome.out())
                    .contains("first on acme:0", "middle on cpu:0", "last on acme:0", "no kernel for SOFTPLUS")
                    .contains("result 2.000 3.718");
        }
    }
}
