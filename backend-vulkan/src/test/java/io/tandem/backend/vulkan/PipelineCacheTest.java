package io.tandem.backend.vulkan;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.backend.BufferSlice;
import io.tandem.backend.BufferUsage;
import io.tandem.backend.DeviceBuffer;
import io.tandem.backend.Operand;
import io.tandem.backend.Program;
import io.tandem.backend.gpu.KernelFile;
import io.tandem.graph.Graph;
import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Tensor;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PipelineCacheTest {
    @TempDir
    private Path folder;

    @Test
    void aDeviceLeavesItsKernelsAndFindsThemAgain() throws IOException {
        buildOneKernel();
        Path file;
        try (Stream<Path> files = Files.list(folder)) {
            file = files.findFirst().orElseThrow();
        }
        assertThat(Files.size(file)).isPositive();
        buildOneKernel();
        Files.write(file, new byte[] {1, 2, 3});
        buildOneKernel();
        assertThat(new KernelFile(file).read()).isNotEmpty();
    }

    private void buildOneKernel() {
        try (ValidatedDevice opened = ValidatedDevice.open(VulkanOptions.PIPELINE_CACHE, folder.toString())) {
            DeviceBuffer buffer = opened.device().allocate(64, BufferUsage.ACTIVATIONS);
            GraphBuilder graph = Graph.builder();
            Tensor x = graph.input("x", DType.F32, Shape.of(16));
            Tensor result = graph.neg(x);
            BufferSlice slice = buffer.slice(0, 64);
            opened.device()
                    .compile(new Program(
                            "neg",
                            List.of(new Program.Step(
                                    Objects.requireNonNull(result.producer()),
                                    List.of(Operand.of(x, slice)),
                                    Operand.of(result, slice),
                                    null))));
        }
    }
}
