package io.tandem.backend.opencl;

import java.util.Locale;

/** What an OpenCL device may have beyond version 1.2. Everything works without any of them. */
enum OpenClFeature {
    /** Arithmetic on 16-bit floats (cl_khr_fp16). Loads and stores of them need no feature. */
    FP16("cl_khr_fp16"),
    /** Arithmetic on 64-bit floats. */
    FP64("cl_khr_fp64"),
    /** Sums and shuffles over the threads of a subgroup. */
    SUBGROUPS("cl_khr_subgroups"),
    /** Dot products of packed 8-bit integers. */
    INTEGER_DOT("cl_khr_integer_dot_product"),
    /** NVIDIA's instructions in kernels, of compute capability 8.0 or newer: sums over warps, and matrix units. */
    PTX("cl_nv_device_attribute_query");

    private final String extension;

    OpenClFeature(String extension) {
        this.extension = extension;
    }

    /** The extension that stands for the feature. */
    String extension() {
        return extension;
    }

    /** The name in options and in the list of a device's features. */
    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
