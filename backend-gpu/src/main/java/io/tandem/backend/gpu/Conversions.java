package io.tandem.backend.gpu;

import io.tandem.graph.Tensor;
import io.tandem.tensor.DType;

/** Copies that change the type. */
final class Conversions {
    private static final int SHORT = 32;

    /** A thread decodes that many elements of a block. */
    private static final int PART = 8;

    private Conversions() {}

    /** Whether {@link #convert} brings one tensor into another. */
    static boolean canConvert(Tensor from, Tensor to) {
        return from.type() == to.type()
                ? Moves.canCopy(from.type(), from.strides(), to.strides())
                : canEncode(to.type());
    }

    /** Whether kernels write a type. IQ4_XS is what files hold; nobody makes it on a device. */
    static boolean canEncode(DType type) {
        return type != DType.IQ4_XS;
    }

    /** Copies a tensor to another place of its shape, where elements have another type. */
    static void convert(Dispatches dispatches, DType fromType, View from, DType toType, View to) {
        long elements = to.shape().elements();
        if (fromType == toType) {
            Moves.copy(dispatches, fromType, from, to);
        } else {
            Dispatches.Builder dispatch =
                    toType.isQuantized() ? encode(dispatches, fromType, toType) : decode(dispatches, fromType, toType);
            boolean decodes = fromType.isQuantized() && !toType.isQuantized();
            dispatch.input(from).result(to).threads(elements / (decodes ? PART : toType.blockLength()));
        }
    }

    private static Dispatches.Builder encode(Dispatches dispatches, DType from, DType to) {
        return dispatches
                .kernel(isLong(to) ? "encode_long" : "encode")
                .constant(from.isQuantized() ? ElementType.code(from) : ElementType.TOLD)
                .constant(ElementType.code(to))
                .number(ElementType.code(from));
    }

    /** Whether a type has blocks of 256 elements. */
    static boolean isLong(DType type) {
        return type.blockLength() > SHORT;
    }

    private static Dispatches.Builder decode(Dispatches dispatches, DType from, DType to) {
        return dispatches
                .kernel("convert")
                .constant(ElementType.code(from))
                .constant(from.isQuantized() ? ElementType.TOLD : ElementType.code(to))
                .number(ElementType.code(to));
    }
}
