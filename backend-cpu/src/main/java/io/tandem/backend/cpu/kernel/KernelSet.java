package io.tandem.backend.cpu.kernel;

/** The kernels that a device runs: all in vectors or all scalar. */
public record KernelSet(
        String name,
        boolean isVector,
        ElementKernels elements,
        RowKernels rows,
        ConvertKernels conversions,
        MatrixKernels matrices) {
    private static final String VECTOR_MODULE = "jdk.incubator.vector";

    /** Whether this JVM was started with the module of the Vector API. */
    public static boolean vectorsAvailable() {
        return ModuleLayer.boot().findModule(VECTOR_MODULE).isPresent();
    }

    /** Whether this JVM multiplies and adds in one instruction, without which vectors are a thousand times as slow. */
    public static boolean multipliesAndAddsAtOnce() {
        return MultiplyAdd.IS_INSTRUCTION;
    }

    /** Kernels in vectors; only where {@link #vectorsAvailable()}. */
    public static KernelSet vector() {
        return VectorKernels.create();
    }

    /** Kernels that need nothing but the Java language. */
    public static KernelSet scalar() {
        return new KernelSet(
                "scalar",
                false,
                new ScalarElementKernels(),
                new ScalarRowKernels(),
                new ScalarConvertKernels(),
                new ScalarMatrixKernels());
    }

    /** Apart, so that no class of the Vector API is looked for where the module is absent. */
    private static final class VectorKernels {
        private VectorKernels() {}

        static KernelSet create() {
            return new KernelSet(
                    Lanes.BYTES * Byte.SIZE + "-bit vector",
                    true,
                    new VectorElementKernels(),
                    new VectorRowKernels(),
                    new VectorConvertKernels(),
                    new VectorMatrixKernels());
        }
    }
}
