package io.tandem.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.graph.Node;
import io.tandem.graph.Tensor;
import io.tandem.op.AttentionOp;
import io.tandem.op.BinaryOp;
import io.tandem.op.LayoutOp;
import io.tandem.op.MatrixOp;
import io.tandem.op.PatchOp;
import io.tandem.op.PatternOp;
import io.tandem.op.ReductionOp;
import io.tandem.op.RowOp;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

@TestInstance(Lifecycle.PER_CLASS)
class OpCasesTest {
    /** Operations on every type but block types. */
    private static final Set<Class<?>> PLAIN = Set.of(
            LayoutOp.Repeat.class,
            LayoutOp.Pad.class,
            LayoutOp.PadReflect1d.class,
            LayoutOp.Roll.class,
            LayoutOp.Diag.class,
            LayoutOp.Where.class,
            PatchOp.Set.class);

    /** Operations whose first operand is a state that is written, or a single row. */
    private static final Set<Class<?>> WHOLE_ROWS = Set.of(
            LayoutOp.CopyInto.class, RowOp.SetRows.class, LayoutOp.Diag.class, PatternOp.TimestepEmbedding.class);

    private final Map<Class<?>, Set<DType>> firstOperands = new HashMap<>();
    private final Map<Class<?>, Set<DType>> results = new HashMap<>();
    private final Map<Class<?>, Integer> overwriting = new HashMap<>();
    private List<OpCase> cases;

    @BeforeAll
    void build() {
        cases = OpCases.all();
        for (OpCase opCase : cases) {
            Trial trial = opCase.build();
            for (Node node : trial.steps()) {
                Class<?> type = node.op().getClass();
                Set<DType> types = firstOperands.computeIfAbsent(type, key -> EnumSet.noneOf(DType.class));
                node.inputs().stream().limit(1).forEach(input -> types.add(input.type()));
                results.computeIfAbsent(type, key -> EnumSet.noneOf(DType.class))
                        .add(node.output().type());
                if (trial.overwritten() >= 0) {
                    overwriting.merge(type, 1 << trial.overwritten(), (a, b) -> a | b);
                }
            }
        }
    }

    @Test
    void namesAreUnique() {
        Set<String> names = new HashSet<>();
        assertThat(cases.stream().map(OpCase::toString).filter(name -> !names.add(name)))
                .isEmpty();
    }

    @Test
    void everyOperationHasCases() {
        assertThat(firstOperands.keySet()).containsExactlyInAnyOrderElementsOf(Operations.all());
    }

    @Test
    void everyTypeOfEveryOperationHasCases() {
        Set<DType> floats = EnumSet.of(DType.F32, DType.F16, DType.BF16);
        for (Class<?> type : Operations.all()) {
            assertThat(firstOperands.get(type)).as(type.getSimpleName()).containsAll(expected(type, floats));
        }
        assertThat(results.get(LayoutOp.Cpy.class)).containsExactly(DType.values());
        assertThat(results.get(RowOp.SetRows.class)).containsExactly(DType.values());
    }

    private static Set<DType> expected(Class<?> type, Set<DType> floats) {
        if (type == AttentionOp.SoftMax.class || type == AttentionOp.FlashAttnExt.class) {
            return EnumSet.of(DType.F32);
        }
        if (type == ReductionOp.CountEqual.class) {
            return EnumSet.of(DType.I32);
        }
        if (type == RowOp.AddId.class) {
            return floats;
        }
        if (type == AttentionOp.Rope.class) {
            return EnumSet.of(DType.F32, DType.F16);
        }
        if (MatrixOp.class.isAssignableFrom(type)) {
            Set<DType> all = EnumSet.copyOf(floats);
            Arrays.stream(DType.values()).filter(DType::isQuantized).forEach(all::add);
            return all;
        }
        if (type == PatternOp.Arange.class) {
            return EnumSet.noneOf(DType.class);
        }
        if (PLAIN.contains(type)) {
            Set<DType> all = EnumSet.allOf(DType.class);
            all.removeIf(DType::isQuantized);
            return all;
        }
        return LayoutOp.class.isAssignableFrom(type) || RowOp.class.isAssignableFrom(type)
                ? EnumSet.allOf(DType.class)
                : floats;
    }

    /** Parts of a larger tensor, and transposed ones where elements do not lie in blocks. */
    @Test
    void everyFormOfEveryTypeOfEveryOperationHasCases() {
        FormCases.table(cases).forEach((row, forms) -> {
            Set<Form> needed = EnumSet.of(Form.CONTIGUOUS, Form.SLICED, Form.TRANSPOSED);
            if (row.type().isQuantized() || WHOLE_ROWS.contains(row.operation())) {
                needed.remove(Form.TRANSPOSED);
            }
            if (row.operation() == PatternOp.TimestepEmbedding.class) {
                needed.remove(Form.SLICED); // of a single row
            }
            assertThat(forms).as(row.toString()).containsAll(needed);
        });
    }

    @Test
    void everyTypeOfEveryOperationHasOddSizes() {
        Map<String, Boolean> odd = new TreeMap<>();
        for (OpCase opCase : cases) {
            for (Node node : opCase.build().steps()) {
                for (Tensor first : node.inputs().stream().limit(1).toList()) {
                    boolean isOdd = isOdd(first.type(), first.shape());
                    odd.merge(node.op().name() + " " + first.type(), isOdd, Boolean::logicalOr);
                }
            }
        }
        assertThat(odd).isNotEmpty().doesNotContainValue(false);
    }

    /** Whether no vector and no pair of blocks or rows fits in evenly. */
    private static boolean isOdd(DType type, Shape shape) {
        boolean rows = shape.d1() > 1 && shape.d1() % 2 == 1;
        return rows || (type.isQuantized() ? shape.d0() / type.blockLength() % 2 == 1 : shape.d0() % 8 != 0);
    }

    @Test
    void everyOperandThatMayBeOverwrittenIs() {
        for (OpCase opCase : cases) {
            for (Node node : opCase.build().steps()) {
                for (int i = 0; i < node.inputs().size(); i++) {
                    boolean tried = (overwriting.getOrDefault(node.op().getClass(), 0) >> i & 1) == 1;
                    boolean same =
                            node.inputs().get(i).layout().equals(node.output().layout());
                    assertThat(tried || !node.op().mayOverwrite(i) || !same)
                            .as(node + " over operand " + i)
                            .isTrue();
                }
            }
        }
        assertThat(overwriting).containsKey(BinaryOp.Add.class);
    }

    @Test
    void dataIsTheSameEachTime() {
        OpCase opCase = cases.get(100);
        assertThat(opCase.build()
                        .contents()
                        .values()
                        .iterator()
                        .next()
                        .mismatch(opCase.build().contents().values().iterator().next()))
                .isEqualTo(-1);
    }
}
