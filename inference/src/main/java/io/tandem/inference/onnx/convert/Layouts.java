package io.tandem.inference.onnx.convert;

import io.tandem.inference.onnx.format.OnnxType;
import io.tandem.inference.onnx.host.Dims;
import io.tandem.inference.onnx.host.Refusal;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;

/** How ONNX's dimensions and types lie on devices. */
public final class Layouts {
    private Layouts() {}

    /** The shape of a tensor of ONNX's dimensions: turned around, all beyond the fourth merged into the outermost. */
    public static Shape shape(Dims dims) {
        int rank = dims.rank();
        return Shape.of(
                rank > 0 ? dims.extent(rank - 1) : 1,
                rank > 1 ? dims.extent(rank - 2) : 1,
                rank > 2 ? dims.extent(rank - 3) : 1,
                rank > 3 ? dims.product(0, rank - 3) : 1);
    }

    /** The dimension of a tensor that is axis {@code axis} of a value of so many dimensions, four at most. */
    static int dimension(int rank, int axis) {
        return rank - 1 - axis;
    }

    /** The type of ONNX whose elements devices keep for those of a type: itself, or a wider one where they lack it. */
    public static OnnxType stored(OnnxType type) {
        return switch (type) {
            case DOUBLE -> OnnxType.FLOAT; // the one that is narrower
            case INT16, UINT16 -> OnnxType.INT32;
            case UINT32, UINT64 -> OnnxType.INT64;
            default -> type;
        };
    }

    /** The type that devices keep a type of ONNX in. */
    public static DType type(OnnxType type) {
        return switch (stored(type)) {
            case FLOAT -> DType.F32;
            case FLOAT16 -> DType.F16;
            case BFLOAT16 -> DType.BF16;
            case INT8 -> DType.I8;
            case UINT8 -> DType.U8;
            case INT32 -> DType.I32;
            case INT64 -> DType.I64;
            case BOOL -> DType.BOOL;
            default -> throw Refusal.unsupported("elements of type " + type);
        };
    }
}
