package io.tandem.testkit.conformance;

import io.tandem.graph.Node;
import io.tandem.graph.Tensor;
import io.tandem.op.Op;
import io.tandem.tensor.DType;
import io.tandem.tensor.TensorLayout;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What other families leave out of the table of operations, types and forms: the smallest case of an operation and type
 * again, with all its operands in a form that no case of them has.
 */
final class FormCases {
    /**
     * A row of the table.
     *
     * @param operation the operation
     * @param type of its first operand
     */
    record Row(Class<? extends Op> operation, DType type) {}

    private static final List<Form> FORMS = List.of(Form.SLICED, Form.TRANSPOSED);

    private final Map<Row, Set<Form>> present = new LinkedHashMap<>();
    private final Map<Row, OpCase> smallest = new LinkedHashMap<>();
    private final Map<Row, Long> sizes = new LinkedHashMap<>();

    private FormCases(List<OpCase> cases) {
        for (OpCase opCase : cases) {
            Trial trial = opCase.outline();
            for (Node node : trial.steps()) {
                row(node).ifPresent(row -> note(row, node, trial, opCase));
            }
        }
    }

    /** The cases that are missing among these. */
    static List<OpCase> completing(List<OpCase> cases) {
        FormCases table = new FormCases(cases);
        List<OpCase> missing = new ArrayList<>();
        table.smallest.forEach((row, opCase) -> {
            for (Form form : FORMS) {
                if (!table.present.getOrDefault(row, Set.of()).contains(form)) {
                    inForm(opCase, row, form).ifPresent(missing::add);
                }
            }
        });
        return missing;
    }

    /** The forms that some of the cases has for each operation and type. */
    static Map<Row, Set<Form>> table(List<OpCase> cases) {
        return new FormCases(cases).present;
    }

    private static Optional<Row> row(Node node) {
        return node.inputs().stream().findFirst().map(first -> new Row(node.op().getClass(), first.type()));
    }

    private void note(Row row, Node node, Trial trial, OpCase opCase) {
        Tensor first = node.inputs().getFirst();
        Form form = form(first.layout());
        present.computeIfAbsent(row, key -> EnumSet.noneOf(Form.class)).add(form);
        boolean isWide = first.shape().d0() > 1 && first.shape().d1() > 1;
        boolean isPlain = trial.failure() == null && trial.expected() == null && form == Form.CONTIGUOUS;
        long size = first.shape().elements() + (isWide ? 0 : Integer.MAX_VALUE);
        if (isPlain && size > 0 && size < sizes.getOrDefault(row, Long.MAX_VALUE)) {
            sizes.put(row, size);
            smallest.put(row, opCase);
        }
    }

    /** Of all forms the one that stands for a layout. */
    private static Form form(TensorLayout layout) {
        return layout.isContiguous() ? Form.CONTIGUOUS : layout.hasContiguousRows() ? Form.SLICED : Form.TRANSPOSED;
    }

    /** Nothing where the operation's rules refuse the form, or the operands cannot have it. */
    private static Optional<OpCase> inForm(OpCase opCase, Row row, Form form) {
        OpCase other = new OpCase(
                opCase.family(),
                opCase.name() + ", operands " + form,
                trial -> opCase.recipe().apply(trial.usually(form)).apart());
        try {
            return other.outline().steps().stream()
                            .filter(node -> row(node).filter(row::equals).isPresent())
                            .anyMatch(node -> form(node.inputs().getFirst().layout()) == form)
                    ? Optional.of(other)
                    : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
