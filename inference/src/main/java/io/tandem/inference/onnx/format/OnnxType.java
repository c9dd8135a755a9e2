package io.tandem.inference.onnx.format;

import java.util.Locale;

/** The element types of ONNX tensors: their code in files and their width in {@link OnnxTensor#data()}. */
public enum OnnxType {
    UNDEFINED(0, 0),
    FLOAT(1, 32),
    UINT8(2, 8),
    INT8(3, 8),
    UINT16(4, 16),
    INT16(5, 16),
    INT32(6, 32),
    INT64(7, 64),
    STRING(8, 0),
    BOOL(9, 8),
    FLOAT16(10, 16),
    DOUBLE(11, 64),
    UINT32(12, 32),
    UINT64(13, 64),
    COMPLEX64(14, 64),
    COMPLEX128(15, 128),
    BFLOAT16(16, 16),
    FLOAT8E4M3FN(17, 8),
    FLOAT8E4M3FNUZ(18, 8),
    FLOAT8E5M2(19, 8),
    FLOAT8E5M2FNUZ(20, 8),
    UINT4(21, 4),
    INT4(22, 4),
    FLOAT4E2M1(23, 4),
    FLOAT8E8M0(24, 8),
    UINT2(25, 2),
    INT2(26, 2);

    private final int code;
    private final int bits;

    OnnxType(int code, int bits) {
        this.code = code;
        this.bits = bits;
    }

    /** The number that stands for this type in files. */
    public int code() {
        return code;
    }

    /** Bits of one element in a tensor's data, 0 for {@link #STRING} and {@link #UNDEFINED}. */
    public int bits() {
        return bits;
    }

    /** Bytes of so many elements; narrow ones are packed, the last byte filled up. */
    public long byteSize(long elements) {
        return Math.ceilDivExact(Math.multiplyExact(elements, (long) bits), 8L);
    }

    /** The type with the code; a code of none (a newer version of the format) is refused. */
    static OnnxType of(int code) {
        if (code < 0 || code >= values().length) {
            throw new WireException("there is no element type " + code);
        }
        return values()[code];
    }

    /** The name in lower case, as ONNX's documentation writes it: {@code float16}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
