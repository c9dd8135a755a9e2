package io.tandem.backend.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.tandem.backend.BackendException;
import io.tandem.backend.BackendException.Kind;
import io.tandem.backend.BufferSlice;
import io.tandem.backend.BufferUsage;
import io.tandem.backend.CommandQueue;
import io.tandem.backend.DeviceBuffer;
import io.tandem.backend.Executable;
import io.tandem.backend.Operand;
import io.tandem.backend.Program;
import io.tandem.backend.Support;
import io.tandem.backend.gpu.KernelKey;
import io.tandem.graph.Graph;
import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Node;
import io.tandem.graph.Tensor;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kernels that drivers build, that they do not build, and that they have built before. */
class OpenClBuildTest {
    private static final int BYTES = 64;

    @TempDir
    private Path folder;

    private static Program overwriting(DeviceBuffer buffer, BiFunction<GraphBuilder, Tensor, Tensor> operation) {
        return overwriting(buffer, BYTES, operation);
    }

    /** A program that maps the first bytes of a buffer, as f32, by an operation. */
    static Program overwriting(DeviceBuffer buffer, int bytes, BiFunction<GraphBuilder, Tensor, Tensor> operation) {
        GraphBuilder graph = Graph.builder();
        Tensor x = graph.input("x", DType.F32, Shape.of(bytes / Float.BYTES));
        Tensor result = operation.apply(graph, x);
        BufferSlice slice = buffer.slice(0, bytes);
        Node node = Objects.requireNonNull(result.producer());
        List<Operand> inputs =
                node.inputs().stream().map(input -> Operand.of(input, slice)).toList();
        return new Program("overwriting", List.of(new Program.Step(node, inputs, Operand.of(result, slice), null)));
    }

    private static float[] run(OpenClDevice device, DeviceBuffer buffer, Executable program, float... values) {
        float[] results = new float[values.length];
        try (CommandQueue queue = device.newQueue()) {
            queue.upload(MemorySegment.ofArray(values), buffer.slice(0, 4L * values.length), List.of());
            queue.execute(program, List.of());
            queue.download(buffer.slice(0, 4L * values.length), MemorySegment.ofArray(results), List.of())
                    .await(Long.MAX_VALUE);
        }
        return results;
    }

    @Test
    void aKernelThatDoesNotBuildDisablesItsOperationsAlone() {
        try (OpenClDevice device = TestDevice.open();
                DeviceBuffer buffer = device.allocate(BYTES, BufferUsage.ACTIVATIONS)) {
            device.programs().sources().replace("unary", "__kernel void run() {\n    no such thing;\n}\n");
            Program roots = overwriting(buffer, GraphBuilder::sqrt);
            assertThat(device.supports(roots.steps().getFirst().node())).isInstanceOf(Support.Yes.class);
            for (int i = 0; i < 2; i++) {
                Kind expected = i == 0 ? Kind.KERNEL_BUILD : Kind.UNSUPPORTED;
                assertThatThrownBy(() -> device.compile(roots))
                        .isInstanceOfSatisfying(
                                BackendException.class,
                                e -> assertThat(e.kind()).isEqualTo(expected))
                        .hasMessageContaining("kernel unary")
                        .hasMessageContaining("CL_BUILD_PROGRAM_FAILURE (-11)")
                        .hasMessageContaining("error:")
                        .hasMessageContaining("undeclared identifier");
            }
            Program sums = overwriting(buffer, (graph, x) -> graph.add(x, x));
            try (Executable executable = device.compile(sums)) {
                assertThat(run(device, buffer, executable, 1, 2, 3)).containsExactly(2, 4, 6);
            }
        }
    }

    @Test
    void aWorkGroupAboveTheLimitIsRefusedBeforeTheDriverSeesIt() {
        try (OpenClDevice device = TestDevice.open()) {
            KernelArguments arguments = new KernelArguments(1, false);
            KernelKey wide = new KernelKey("unary", List.of(1 << 20, 0, 0, 0), 0);
            assertThatThrownBy(() -> device.programs().create(wide, arguments))
                    .isInstanceOfSatisfying(
                            BackendException.class, e -> assertThat(e.kind()).isEqualTo(Kind.KERNEL_BUILD))
                    .hasMessageContaining("above the limits of opencl:0");
            KernelKey large = new KernelKey("unary", List.of(64, 0, 0, 0), 1 << 30);
            assertThatThrownBy(() -> device.programs().create(large, arguments))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("bytes of local memory");
        }
    }

    @Test
    void aCompilerThatDoesNotTakePtxIsAskedForNone() {
        PhysicalDevice bare = OpenClDevices.find(OpenClOptions.read(Map.of(), Map.of()))
                .devices()
                .getFirst();
        assumeThat(bare.isSoftware()).isTrue();
        PhysicalDevice claiming = new PhysicalDevice(
                bare.platform(),
                bare.handle(),
                bare.name(),
                bare.platformName(),
                bare.driver(),
                bare.version(),
                bare.kind(),
                null,
                null,
                Set.of(OpenClFeature.PTX),
                List.of(),
                bare.memoryBytes(),
                bare.limits(),
                bare.compute());
        try (OpenClDevice device = TestDevice.open()) {
            Programs programs = new Programs(device.cl(), claiming, null);
            assertThat(programs.takePtx()).isFalse();
            programs.destroy();
            Programs without = new Programs(device.cl(), bare, null);
            device.cl()
                    .releaseKernel(without.create(new KernelKey("ptx", List.of(32), 0), new KernelArguments(1, false)));
            assertThat(without.takePtx()).isFalse();
            without.destroy();
        }
    }

    @Test
    void programsOutliveTheDevice() throws IOException {
        buildAndRun();
        Path file;
        try (Stream<Path> files = Files.list(folder)) {
            file = files.findFirst().orElseThrow();
        }
        assertThat(file.getFileName().toString()).matches("tandem-[0-9a-f]{32}\\.opencl");
        buildAndRun();
        Files.write(file, new byte[] {1, 2, 3});
        buildAndRun();
        assertThat(Files.size(file)).isGreaterThan(3);
    }

    private void buildAndRun() {
        try (OpenClDevice device = TestDevice.open(OpenClOptions.PROGRAM_CACHE, folder.toString());
                DeviceBuffer buffer = device.allocate(BYTES, BufferUsage.ACTIVATIONS);
                Executable program = device.compile(overwriting(buffer, GraphBuilder::neg))) {
            assertThat(run(device, buffer, program, 1, -2)).containsExactly(-1, 2);
        }
    }
}
