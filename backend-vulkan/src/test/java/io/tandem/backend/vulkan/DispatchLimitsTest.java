package io.tandem.backend.vulkan;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.backend.Device;
import io.tandem.backend.DeviceBuffer;
import io.tandem.backend.Operand;
import io.tandem.backend.Program;
import io.tandem.backend.Support;
import io.tandem.backend.gpu.Addressed;
import io.tandem.backend.gpu.DeviceKernels;
import io.tandem.backend.gpu.Dispatch;
import io.tandem.backend.gpu.Traits;
import io.tandem.graph.Node;
import io.tandem.graph.Tensor;
import io.tandem.testkit.conformance.OpCase;
import io.tandem.testkit.conformance.OpCases;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** No work group is larger than the device allows, nor has more shared memory, whatever it computes. */
class DispatchLimitsTest {
    /** As much as any case needs. */
    private static final Memory MEMORY = new Memory();

    private static final int EVERY = 5;

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
            return 1L << 40;
        }

        @Override
        public Optional<MemorySegment> hostView() {
            return Optional.empty();
        }

        @Override
        public void close() {}
    }

    @ParameterizedTest
    @CsvSource({"128, 16384, true", "128, 16384, false", "192, 20000, true", "1024, 49152, true", "1024, 16384, false"})
    void hold(int threads, int sharedBytes, boolean units) {
        DeviceKernels kernels = new DeviceKernels("gpu", new Traits(threads, sharedBytes, units, units, false));
        int planned = 0;
        for (OpCase opCase : OpCases.all()) {
            if (Math.floorMod(opCase.name().hashCode(), EVERY) == 0) {
                for (Node node : opCase.build().steps()) {
                    if (kernels.supports(node) instanceof Support.Yes) {
                        kernels.plan(program(node)).forEach(dispatch -> assertFits(dispatch, threads, sharedBytes));
                        planned++;
                    }
                }
            }
        }
        assertThat(planned).isGreaterThan(1000);
    }

    private static void assertFits(Dispatch dispatch, int threads, int sharedBytes) {
        assertThat(dispatch.kernel().threads()).as("%s", dispatch.kernel()).isLessThanOrEqualTo(threads);
        assertThat(dispatch.kernel().sharedBytes()).as("%s", dispatch.kernel()).isLessThanOrEqualTo(sharedBytes);
    }

    private static Program program(Node node) {
        List<Operand> inputs =
                node.inputs().stream().map(DispatchLimitsTest::operand).toList();
        return new Program("one", List.of(new Program.Step(node, inputs, operand(node.output()), null)));
    }

    private static Operand operand(Tensor tensor) {
        return Operand.of(tensor, MEMORY.slice(0, Math.max(1, tensor.layout().byteExtent())));
    }
}
