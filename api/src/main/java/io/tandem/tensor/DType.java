package io.tandem.tensor;

/**
 * The type of a tensor's elements, as stored. Block types keep {@link #blockLength()} consecutive elements of dimension
 * 0 in {@link #blockBytes()} bytes, bit for bit as ggml and GGUF files do.
 *
 * <p>Everything is little-endian.
 */
public enum DType {
    /** IEEE 754 single precision. */
    F32(1, 4, Category.FLOAT, new ScalarCodecs.F32()),
    /** IEEE 754 half precision. */
    F16(1, 2, Category.FLOAT, new ScalarCodecs.F16()),
    /** The upper half of an {@link #F32}. */
    BF16(1, 2, Category.FLOAT, new ScalarCodecs.BF16()),
    /** Signed 8-bit integer. */
    I8(1, 1, Category.INTEGER, new ScalarCodecs.I8()),
    /** Signed 32-bit integer. */
    I32(1, 4, Category.INTEGER, new ScalarCodecs.I32()),
    /** Signed 64-bit integer. */
    I64(1, 8, Category.INTEGER, new ScalarCodecs.I64()),
    /** Unsigned 8-bit integer. */
    U8(1, 1, Category.INTEGER, new ScalarCodecs.U8()),
    /** A truth value in one byte: 0 or 1. */
    BOOL(1, 1, Category.BOOLEAN, new ScalarCodecs.Bool()),
    /** 32 elements: an {@link #F16} scale d and 4-bit q; x = d·(q − 8). */
    Q4_0(32, 18, Category.QUANTIZED, new SimpleCodecs.Q40()),
    /** 32 elements: an {@link #F16} scale d, an F16 minimum m and 4-bit q; x = d·q + m. */
    Q4_1(32, 20, Category.QUANTIZED, new SimpleCodecs.Q41()),
    /** 32 elements: an {@link #F16} scale d and 5-bit q; x = d·(q − 16). */
    Q5_0(32, 22, Category.QUANTIZED, new SimpleCodecs.Q50()),
    /** 32 elements: an {@link #F16} scale d, an F16 minimum m and 5-bit q; x = d·q + m. */
    Q5_1(32, 24, Category.QUANTIZED, new SimpleCodecs.Q51()),
    /** 32 elements: an {@link #F16} scale d and 8-bit q; x = d·q. */
    Q8_0(32, 34, Category.QUANTIZED, new SimpleCodecs.Q80()),
    /** 256 elements in groups of 16 with 4-bit scales s and minimums t, {@link #F16} d and m, 2-bit q; x = d·s·q − m·t. */
    Q2_K(256, 84, Category.QUANTIZED, new AffineCodecs.Q2K()),
    /** 256 elements in groups of 16 with 6-bit scales s, an {@link #F16} d and 3-bit q; x = d·(s − 32)·(q − 4). */
    Q3_K(256, 110, Category.QUANTIZED, new SymmetricCodecs.Q3K()),
    /** 256 elements in groups of 32 with 6-bit scales s and minimums t, {@link #F16} d and m, 4-bit q; x = d·s·q − m·t. */
    Q4_K(256, 144, Category.QUANTIZED, new AffineCodecs.Q4K()),
    /** 256 elements in groups of 32 with 6-bit scales s and minimums t, {@link #F16} d and m, 5-bit q; x = d·s·q − m·t. */
    Q5_K(256, 176, Category.QUANTIZED, new AffineCodecs.Q5K()),
    /** 256 elements in groups of 16 with signed 8-bit scales s, an {@link #F16} d and 6-bit q; x = d·s·(q − 32). */
    Q6_K(256, 210, Category.QUANTIZED, new SymmetricCodecs.Q6K()),
    /**
     * 32 elements: an {@link #F16} scale d and 4-bit indices into a table of 16 uneven values. Encodes as ggml quantizes
     * weights, with a search for the best scale; ggml's CPU backend leaves that search out where it copies to this type.
     */
    IQ4_NL(32, 18, Category.QUANTIZED, new TableCodecs.Iq4Nl()),
    /** 256 elements in groups of 32 with 6-bit scales s, an {@link #F16} d and indices as {@link #IQ4_NL}. */
    IQ4_XS(256, 136, Category.QUANTIZED, new TableCodecs.Iq4Xs()),
    /** 32 elements: a power of two in a byte, and 4-bit floating-point numbers: the Open Compute Project's MXFP4. */
    MXFP4(32, 17, Category.QUANTIZED, new TableCodecs.Mxfp4());

    private enum Category {
        FLOAT,
        INTEGER,
        BOOLEAN,
        QUANTIZED
    }

    private final int blockLength;
    private final int blockBytes;
    private final Category category;

    @SuppressWarnings("ImmutableEnumChecker") // codecs are stateless records
    private final Codec codec;

    DType(int blockLength, int blockBytes, Category category, Codec codec) {
        this.blockLength = blockLength;
        this.blockBytes = blockBytes;
        this.category = category;
        this.codec = codec;
    }

    /** The number of consecutive elements of dimension 0 that one block holds; 1 for plain types. */
    public int blockLength() {
        return blockLength;
    }

    /** The bytes of one block; for plain types the bytes of one element. */
    public int blockBytes() {
        return blockBytes;
    }

    /** Converts blocks of this type to floats and back. */
    public Codec codec() {
        return codec;
    }

    /** Whether this is F32, F16 or BF16. */
    public boolean isFloat() {
        return category == Category.FLOAT;
    }

    /** Whether this is a plain signed or unsigned integer. */
    public boolean isInteger() {
        return category == Category.INTEGER;
    }

    /** Whether this is a block type. */
    public boolean isQuantized() {
        return category == Category.QUANTIZED;
    }

    /** Whether this may index rows: I32 or I64. */
    public boolean isIndex() {
        return this == I32 || this == I64;
    }

    /**
     * The bytes of {@code elements} consecutive elements of dimension 0.
     *
     * @throws IllegalArgumentException if they are not a whole number of blocks
     */
    public long rowBytes(long elements) {
        if (elements % blockLength != 0) {
            throw new IllegalArgumentException(
                    elements + " elements are not a whole number of " + this + " blocks of " + blockLength);
        }
        return Math.multiplyExact(elements / blockLength, blockBytes);
    }
}
