package io.tandem.backend.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tandem.backend.BackendException;
import io.tandem.backend.BackendException.Kind;
import io.tandem.backend.Device;
import io.tandem.backend.DeviceBuffer;
import io.tandem.backend.Operand;
import io.tandem.backend.Program;
import io.tandem.backend.Support;
import io.tandem.graph.Graph;
import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Tensor;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class ChainTest {
    private static final Traits GPU = new Traits(256, 32768, true, false, false);
    private static final Shape SHAPE = Shape.of(8, 4);
    private static final Shape ROW = Shape.of(8);
    private static final Memory MEMORY = new Memory();
    private static final long SLOT_BYTES = 256;

    private final GraphBuilder graph = Graph.builder();
    private final List<Program.Step> steps = new ArrayList<>();
    private int inputs;

    private static final class Memory implements DeviceBuffer, Addressed {
        @Override
        public long address() {
            return 1 << 20;
        }

        @Override
        public Device device() {
            throw new UnsupportedOperationException();
        }

        @Override
        public long byteSize() {
            return 1 << 20;
        }

        @Override
        public Optional<MemorySegment> hostView() {
            return Optional.empty();
        }

        @Override
        public void close() {}
    }

    private static Operand at(int slot, Tensor tensor) {
        return Operand.of(
                tensor, MEMORY.slice(slot * SLOT_BYTES, tensor.layout().byteExtent()));
    }

    private Tensor input(Shape shape) {
        return graph.input("input " + inputs++, DType.F32, shape);
    }

    private void step(Tensor result, int to, int... from) {
        var node = Objects.requireNonNull(result.producer());
        List<Operand> operands = new ArrayList<>();
        for (int i = 0; i < from.length; i++) {
            operands.add(at(from[i], node.inputs().get(i)));
        }
        steps.add(new Program.Step(node, operands, at(to, result), null));
    }

    private void gelu(int to, int from) {
        step(graph.gelu(input(SHAPE)), to, from);
    }

    private void add(int to, int from, int other) {
        step(graph.add(input(SHAPE), input(SHAPE)), to, from, other);
    }

    private void addRow(int to, int from, int row) {
        step(graph.add(input(SHAPE), input(ROW)), to, from, row);
    }

    private List<String> modules() {
        return KernelTable.instance().plan(new Program("steps", steps), GPU).stream()
                .map(dispatch -> dispatch.kernel().module())
                .toList();
    }

    @Test
    void stepsInPlaceBecomeOne() {
        addRow(0, 0, 5);
        gelu(0, 0);
        add(0, 0, 6);
        assertThat(modules()).containsExactly("chain");
    }

    @Test
    void theChainMayBeTheSecondOperand() {
        gelu(0, 0);
        add(0, 6, 0);
        assertThat(modules()).containsExactly("chain");
    }

    @Test
    void whatIsNotOverwrittenMayBeAnOutput() {
        gelu(1, 0);
        add(2, 1, 6);
        assertThat(modules()).containsExactly("unary", "binary");
    }

    @Test
    void whatALaterStepOverwritesIsNotMissed() {
        gelu(1, 0);
        add(2, 1, 6);
        step(graph.sumRows(input(SHAPE)), 3, 2);
        add(1, 6, 6);
        assertThat(modules()).containsExactly("chain", "reduce", "binary");
    }

    @Test
    void whatSomebodyElseReadsIsWritten() {
        gelu(1, 0);
        add(2, 1, 6);
        step(graph.sumRows(input(SHAPE)), 3, 1);
        add(1, 6, 6);
        assertThat(modules()).containsExactly("unary", "binary", "reduce", "binary");
    }

    @Test
    void twiceTheSameOperandIsNoChain() {
        gelu(0, 0);
        add(0, 0, 0);
        assertThat(modules()).containsExactly("unary", "binary");
    }

    @Test
    void aResultOverARepeatedOperandIsNotInTheWay() {
        addRow(0, 0, 5);
        gelu(5, 0);
        gelu(0, 6);
        assertThat(modules()).containsExactly("chain", "unary", "unary");
    }

    @Test
    void aLongChainIsCut() {
        for (int i = 0; i < 8; i++) {
            gelu(0, 0);
        }
        assertThat(modules()).containsExactly("chain", "chain");
    }

    @Test
    void otherOperationsEndAChain() {
        gelu(0, 0);
        step(graph.norm(input(SHAPE), 1e-5f), 0, 0);
        addRow(0, 0, 5);
        addRow(0, 0, 6);
        assertThat(modules()).containsExactly("unary", "norm", "chain");
    }

    @Test
    void whereTheDriverDoesNotBuildItStepsRunByThemselves() {
        addRow(0, 0, 5);
        gelu(0, 0);
        Program program = new Program("steps", steps);
        DeviceKernels kernels = new DeviceKernels("gpu:0", GPU);
        List<Dispatch> compiled = kernels.compile(
                program,
                dispatches -> {
                    if (dispatches.stream().anyMatch(Chain::isChain)) {
                        throw new BackendException(Kind.KERNEL_BUILD, "gpu:0", "No chain was built.");
                    }
                    return dispatches;
                },
                dispatch -> {});
        assertThat(compiled).hasSize(2);
        assertThat(kernels.plan(program)).hasSize(2);
    }

    @Test
    void aStepIsNotRefusedForTheChainThatItWouldBe() {
        addRow(0, 0, 5);
        step(graph.norm(input(SHAPE), 1e-5f), 0, 0);
        DeviceKernels kernels = new DeviceKernels("gpu:0", GPU);
        Consumer<Dispatch> driver = dispatch -> {
            if (dispatch.kernel().module().equals("norm") || Chain.isChain(dispatch)) {
                throw new BackendException(Kind.KERNEL_BUILD, "gpu:0", "Neither norms nor chains are built.");
            }
        };
        assertThatThrownBy(() -> kernels.compile(
                        new Program("steps", steps),
                        dispatches -> {
                            dispatches.forEach(driver);
                            return dispatches;
                        },
                        driver))
                .isInstanceOf(BackendException.class);
        assertThat(steps.stream().map(step -> kernels.supports(step.node())))
                .satisfiesExactly(
                        add -> assertThat(add).isInstanceOf(Support.Yes.class),
                        norm -> assertThat(norm).isInstanceOf(Support.No.class));
    }
}
