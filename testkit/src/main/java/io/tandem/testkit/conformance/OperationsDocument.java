package io.tandem.testkit.conformance;

import io.tandem.backend.Device;
import io.tandem.backend.Support;
import io.tandem.graph.Node;
import io.tandem.graph.Tensor;
import io.tandem.op.Op;
import io.tandem.op.ViewOp;
import io.tandem.tensor.DType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The table of all operations in Markdown: their operands, types and parameters, and what devices support of them. It is
 * read off the code: the records of {@code io.tandem.op}, the cases of {@link OpCases} and {@link Device#supports}.
 */
public final class OperationsDocument {
    private static final Set<DType> FLOATS = EnumSet.of(DType.F32, DType.F16, DType.BF16);
    private static final Set<DType> INTEGERS = EnumSet.of(DType.I8, DType.I32, DType.I64, DType.U8, DType.BOOL);
    private static final Set<DType> BLOCKS =
            Arrays.stream(DType.values()).filter(DType::isQuantized).collect(Collectors.toUnmodifiableSet());

    private final List<Device> devices;
    private final Map<Class<?>, Uses> uses = new HashMap<>();

    private OperationsDocument(List<Device> devices) {
        this.devices = devices;
    }

    /** The document with a column for each device, in order, named by its id up to the colon. */
    public static String of(List<Device> devices) {
        OperationsDocument document = new OperationsDocument(List.copyOf(devices));
        Set<List<Object>> seen = new HashSet<>();
        for (OpCase opCase : OpCases.all()) {
            for (Node node : opCase.build().graph().nodes()) {
                if (seen.add(List.of(
                        node.op(), node.inputs().stream().map(Tensor::layout).toList()))) {
                    document.add(node);
                }
            }
        }
        return document.text();
    }

    /** What the cases show of an operation. */
    private static final class Uses {
        private final List<Set<DType>> operands = new ArrayList<>();
        private final Set<DType> results = EnumSet.noneOf(DType.class);
        private final Map<Device, Set<String>> supported = new HashMap<>();
        private final Map<Device, Set<String>> refused = new HashMap<>();
        private int least = Integer.MAX_VALUE;
    }

    private void add(Node node) {
        Uses use = uses.computeIfAbsent(node.op().getClass(), type -> new Uses());
        use.least = Math.min(use.least, node.inputs().size());
        for (int i = 0; i < node.inputs().size(); i++) {
            if (i == use.operands.size()) {
                use.operands.add(EnumSet.noneOf(DType.class));
            }
            use.operands.get(i).add(node.inputs().get(i).type());
        }
        use.results.add(node.output().type());
        String types = node.inputs().stream()
                .map(input -> name(input.type()))
                .distinct()
                .collect(Collectors.joining("·"));
        for (Device device : node.op() instanceof ViewOp ? List.<Device>of() : devices) {
            boolean yes = device.supports(node) instanceof Support.Yes;
            (yes ? use.supported : use.refused)
                    .computeIfAbsent(device, key -> new HashSet<>())
                    .add(types);
        }
    }

    private String text() {
        StringBuilder text = new StringBuilder("""
                # Operations

                Generated from the code: do not edit. Names and semantics are ggml's; the Javadoc of the records in
                `io.tandem.op` gives the formulas, the methods of `GraphBuilder` make nodes of them.

                Types are those that the conformance suite runs, operand by operand; operands in brackets may be left out.
                *float* is f32, f16 and bf16; *integer* is i8, u8, i32, i64 and bool; *block* is every block type:
                """);
        text.append(Arrays.stream(DType.values())
                .filter(BLOCKS::contains)
                .map(OperationsDocument::name)
                .collect(Collectors.joining(", ", "", ".\n")));
        text.append(
                "A device supports an operation (yes), or does not (no), or only on some types, which are listed.\n");
        Map<String, List<Class<?>>> families = new TreeMap<>();
        for (Class<?> family : Op.class.getPermittedSubclasses()) {
            families.put(
                    family.getSimpleName().replaceAll("Op$", ""),
                    records(family).toList());
        }
        families.forEach((family, operations) -> table(text, family, operations));
        return text.toString();
    }

    private static Stream<Class<?>> records(Class<?> type) {
        return type.isSealed()
                ? Arrays.stream(type.getPermittedSubclasses()).flatMap(OperationsDocument::records)
                : Stream.of(type);
    }

    private void table(StringBuilder text, String family, List<Class<?>> operations) {
        List<String> columns = new ArrayList<>(List.of("operation", "operands", "result", "parameters"));
        boolean views = ViewOp.class.isAssignableFrom(operations.getFirst());
        for (Device device : views ? List.<Device>of() : devices) {
            columns.add(device.info().id().replaceAll(":.*", ""));
        }
        text.append("\n## ").append(family).append("\n\n");
        row(text, columns);
        row(text, columns.stream().map(column -> "---").toList());
        operations.stream()
                .sorted((a, b) -> name(a).compareTo(name(b)))
                .forEach(operation -> row(text, cells(operation, columns.size() - 4)));
    }

    private static void row(StringBuilder text, List<String> cells) {
        text.append(cells.stream().collect(Collectors.joining(" | ", "| ", " |\n")));
    }

    private List<String> cells(Class<?> operation, int support) {
        Uses use = uses.get(operation);
        if (use == null) {
            // A view that no case looks through.
            return List.of("`" + name(operation) + "`", "any", "any", parameters(operation));
        }
        List<String> operands = new ArrayList<>();
        for (int i = 0; i < use.operands.size(); i++) {
            String types = types(use.operands.get(i));
            operands.add(i < use.least ? types : "[" + types + "]");
        }
        List<String> cells = new ArrayList<>(List.of(
                "`" + name(operation) + "`",
                operands.isEmpty() ? "none" : String.join(", ", operands),
                types(use.results),
                parameters(operation)));
        for (Device device : devices.subList(0, support)) {
            cells.add(support(use, device));
        }
        return cells;
    }

    private static String support(Uses use, Device device) {
        Set<String> yes = use.supported.getOrDefault(device, Set.of());
        Set<String> no = use.refused.getOrDefault(device, Set.of());
        if (yes.isEmpty() || no.isEmpty()) {
            return yes.isEmpty() ? "no" : "yes";
        }
        return yes.stream()
                .filter(types -> !no.contains(types))
                .sorted()
                .collect(Collectors.joining(", ", "some: ", ""));
    }

    private static String name(Class<?> operation) {
        return Op.nameOf(operation.asSubclass(Op.class));
    }

    private static String name(DType type) {
        return type.name().toLowerCase(Locale.ROOT);
    }

    private static String types(Set<DType> types) {
        Set<DType> rest = EnumSet.noneOf(DType.class);
        rest.addAll(types);
        List<String> names = new ArrayList<>();
        takeAll(rest, FLOATS, "float", names);
        takeAll(rest, INTEGERS, "integer", names);
        takeAll(rest, BLOCKS, "block", names);
        rest.forEach(type -> names.add(name(type)));
        return String.join("/", names);
    }

    private static void takeAll(Set<DType> types, Set<DType> group, String name, List<String> names) {
        if (types.containsAll(group)) {
            types.removeAll(group);
            names.add(name);
        }
    }

    private static String parameters(Class<?> operation) {
        return Arrays.stream(operation.getRecordComponents())
                .map(OperationsDocument::parameter)
                .collect(Collectors.joining(", "));
    }

    private static String parameter(RecordComponent component) {
        return component.getType().getSimpleName() + " " + component.getName();
    }
}
