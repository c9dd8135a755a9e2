package io.tandem.backend.gpu;

import io.tandem.tensor.DType;

/** The numbers by which kernels know types: the constants in the kernels' {@code types} and {@code blocks}. */
final class ElementType {
    /** The constant in {@code common.glsl} and {@code common.cl} that leaves a choice to a parameter. */
    static final int TOLD = 255;

    private ElementType() {}

    /** The number of f32, whose kernels are worth building by themselves; others are told the type. */
    static int codeOfF32(DType type) {
        return type == DType.F32 ? code(type) : TOLD;
    }

    static int code(DType type) {
        return switch (type) {
            case F32 -> 0;
            case F16 -> 1;
            case BF16 -> 2;
            case I8 -> 3;
            case I32 -> 4;
            case I64 -> 5;
            case U8 -> 6;
            case BOOL -> 7;
            case Q4_0 -> 8;
            case Q4_1 -> 9;
            case Q5_0 -> 10;
            case Q5_1 -> 11;
            case Q8_0 -> 12;
            case Q2_K -> 13;
            case Q3_K -> 14;
            case Q4_K -> 15;
            case Q5_K -> 16;
            case Q6_K -> 17;
            case IQ4_NL -> 18;
            case IQ4_XS -> 19;
            case MXFP4 -> 20;
        };
    }
}
