import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;

/**
 * Sums the XML reports of Surefire and Failsafe per module, and fails when a test failed or was skipped, when a module
 * with tests executed none, or when Maven failed: {@code java bin/TestSummary.java ROOT MAVEN_STATUS}.
 */
record TestSummary(List<Module> modules) {

    record Module(String name, boolean hasTests, int passed, int failed, int skipped, double seconds, List<String> notes) {

        String complaint() {
            return hasTests && passed + failed == 0 ? "executed no test" : "";
        }
    }

    public static void main(String[] args) throws Exception {
        Path root = Path.of(args[0]);
        int mavenStatus = Integer.parseInt(args[1]);
        List<Module> modules = new ArrayList<>();
        try (Stream<Path> folders = Files.list(root)) {
            for (Path folder : folders.filter(f -> Files.exists(f.resolve("src"))).sorted().toList()) {
                modules.add(read(folder));
            }
        }
        System.exit(new TestSummary(modules).print(mavenStatus) ? 0 : 1);
    }

    private static Module read(Path folder) throws Exception {
        int passed = 0;
        int failed = 0;
        int skipped = 0;
        double seconds = 0;
        List<String> notes = new ArrayList<>();
        for (Path report : reports(folder)) {
            Element suite = DocumentBuilderFactory.newDefaultInstance()
                    .newDocumentBuilder()
                    .parse(report.toFile())
                    .getDocumentElement();
            seconds += Double.parseDouble(suite.getAttribute("time").replace(",", ""));
            var cases = suite.getElementsByTagName("testcase");
            for (int i = 0; i < cases.getLength(); i++) {
                Element test = (Element) cases.item(i);
                String name = test.getAttribute("classname") + " " + test.getAttribute("name");
                if (has(test, "failure") || has(test, "error")) {
                    failed++;
                    notes.add("failed: " + name);
                } else if (has(test, "skipped")) {
                    skipped++;
                    notes.add("skipped: " + name + reason(test));
                } else {
                    passed++;
                }
            }
        }
        return new Module(folder.getFileName().toString(), hasTests(folder), passed, failed, skipped, seconds, notes);
    }

    private static List<Path> reports(Path folder) throws IOException {
        List<Path> reports = new ArrayList<>();
        for (String kind : List.of("surefire-reports", "failsafe-reports")) {
            Path reportFolder = folder.resolve("target").resolve(kind);
            if (Files.isDirectory(reportFolder)) {
                try (Stream<Path> files = Files.list(reportFolder)) {
                    files.filter(f -> f.getFileName().toString().matches("TEST-.*\\.xml"))
                            .sorted()
                            .forEach(reports::add);
                }
            }
        }
        return reports;
    }

    private static boolean hasTests(Path folder) throws IOException {
        Path tests = folder.resolve("src/test/java");
        if (!Files.isDirectory(tests)) {
            return false;
        }
        try (Stream<Path> files = Files.walk(tests)) {
            return files.anyMatch(f -> f.getFileName().toString().matches(".*(Test|Tests|IT)\\.java"));
        }
    }

    private static boolean has(Element test, String child) {
        return test.getElementsByTagName(child).getLength() > 0;
    }

    private static String reason(Element test) {
        String message = ((Element) test.getElementsByTagName("skipped").item(0)).getAttribute("message");
        return message.isBlank() ? "" : " (" + message.strip() + ")";
    }

    private boolean print(int mavenStatus) {
        System.out.printf("%n%-16s %7s %7s %7s %9s%n", "module", "passed", "failed", "skipped", "seconds");
        for (Module module : modules) {
            System.out.printf(
                    "%-16s %7d %7d %7d %9.1f  %s%n",
                    module.name, module.passed, module.failed, module.skipped, module.seconds, module.complaint());
        }
        modules.stream()
                .flatMap(module -> module.notes.stream().map(note -> module.name + ": " + note))
                .forEach(System.out::println);
        if (mavenStatus != 0) {
            System.out.println("Maven failed with exit status " + mavenStatus + "; its output above says why");
        }
        int passed = modules.stream().mapToInt(Module::passed).sum();
        int failed = modules.stream().mapToInt(Module::failed).sum();
        int skipped = modules.stream().mapToInt(Module::skipped).sum();
        System.out.println(passed + " passed, " + failed + " failed, " + skipped + " skipped");
        boolean allRan = modules.stream().allMatch(module -> module.complaint().isEmpty());
        return mavenStatus == 0 && passed > 0 && failed == 0 && skipped == 0 && allRan;
    }
}
