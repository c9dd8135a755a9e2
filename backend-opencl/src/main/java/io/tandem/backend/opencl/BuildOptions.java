package io.tandem.backend.opencl;

import io.tandem.backend.gpu.KernelKey;
import java.util.List;

/** How kernels are built for a device. */
final class BuildOptions {
    private static final String ALWAYS = "-cl-std=CL1.2 -cl-single-precision-constant";

    /** The constant 0. */
    private static final String THREADS = " -D THREADS=";

    private final boolean software;
    private final String common;

    BuildOptions(PhysicalDevice device) {
        this.software = device.isSoftware();
        this.common = ALWAYS
                + (device.compute().exactDivision() ? " -cl-fp32-correctly-rounded-divide-sqrt" : "")
                + (device.has(OpenClFeature.PTX) ? " -D PTX" : "");
    }

    /**
     * The options for a kernel. A constant that is not among them is read from the kernel's parameters, so that kernels that
     * differ only there are one program.
     */
    String of(KernelKey key, KernelArguments arguments) {
        KernelModule module = KernelModule.of(key.module());
        StringBuilder options = new StringBuilder(common)
                .append(module.macros())
                .append(arguments.macros())
                .append(THREADS)
                .append(key.threads());
        List<Integer> constants = key.constants();
        boolean all = !software || isWorthBuilding(key);
        for (int i = 1; i < constants.size(); i++) {
            if (all || module.fixed().contains(i)) {
                options.append(" -D C").append(i).append('=').append(constants.get(i));
            }
        }
        return options.toString();
    }

    /**
     * Whether a CPU gets a kernel with all constants: its compiler takes a second for each, which only products of f32 are
     * worth, whose types are the constants 1 and 3.
     */
    private static boolean isWorthBuilding(KernelKey key) {
        List<Integer> constants = key.constants();
        return (key.module().startsWith("mat") || key.module().equals("flash"))
                && constants.get(1) == 0
                && constants.get(3) == 0;
    }
}
