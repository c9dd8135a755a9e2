// Block types, decoded eight elements at a time, bit for bit as ggml stores them. The Javadoc of the codecs in
// io.tandem.tensor says what lies where.

const uint Q4_0 = 8;
const uint Q4_1 = 9;
const uint Q5_0 = 10;
const uint Q5_1 = 11;
const uint Q8_0 = 12;
const uint Q2_K = 13;
const uint Q3_K = 14;
const uint Q4_K = 15;
const uint Q5_K = 16;
const uint Q6_K = 17;
const uint IQ4_NL = 18;
const uint IQ4_XS = 19;
const uint MXFP4 = 20;

const float UNEVEN[16] =
    float[](-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113);
const float DOUBLED_E2M1[16] = float[](0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12);

// The elements and the bytes of a block.
uint lengthOf(uint type) {
    return type < Q4_0 ? 1 : type >= Q2_K && type <= Q6_K || type == IQ4_XS ? 256 : 32;
}

float loadHalf(uvec2 base, uint at) {
    return fromHalf(loadShort(base, at));
}

// The four bytes of a word, less a number. Bits in the place of a mantissa are a float already but for a constant: GPUs add
// faster than they convert.
vec4 octetsLess(uint word, float less) {
    uint upper = word >> 16;
    uvec4 bits = uvec4(word & 0xffu, word & 0xff00u, upper & 0xffu, upper & 0xff00u) | 0x4b000000u;
    return fma(
        uintBitsToFloat(bits),
        vec4(1, 1.0 / 256, 1, 1.0 / 256),
        -vec4(8388608.0 + less, 32768.0 + less, 8388608.0 + less, 32768.0 + less));
}
vec4 octets(uint word) {
    return octetsLess(word, 0);
}
vec4 signedOctets(uint word) {
    return octetsLess(word ^ 0x80808080u, 128);
}

// The lowest bits of the bytes of a word from one on.
vec4 bits(uint word, uint shift, uint mask) {
    return octets((word >> shift) & (mask * 0x01010101u));
}
vec4 spread(uint four) {
    return vec4(four & 1u, (four >> 1) & 1u, (four >> 2) & 1u, (four >> 3) & 1u);
}

vec4 looked(uint type, uint word, uint shift) {
    uvec4 i = uvec4(word >> shift, word >> (shift + 8), word >> (shift + 16), word >> (shift + 24)) & 15u;
    if (type == MXFP4) {
        return vec4(DOUBLED_E2M1[i.x], DOUBLED_E2M1[i.y], DOUBLED_E2M1[i.z], DOUBLED_E2M1[i.w]);
    }
    return vec4(UNEVEN[i.x], UNEVEN[i.y], UNEVEN[i.z], UNEVEN[i.w]);
}

// The six-bit scale and minimum of a group of Q4_K and Q5_K.
uvec2 sixBits(uvec2 base, uint at, uint g) {
    if (g < 4) {
        return uvec2(loadByte(base, at + 4 + g), loadByte(base, at + 8 + g)) & 63u;
    }
    uint lower = loadByte(base, at + 8 + g);
    uint scale = (lower & 15u) | (loadByte(base, at + g) >> 6 << 4);
    uint least = (lower >> 4) | (loadByte(base, at + 4 + g) >> 6 << 4);
    return uvec2(scale, least);
}

// Elements 8·part to 8·part + 7 of the block at byte `at`.
void decodeBlock(uint type, uvec2 base, uint at, uint part, out vec4 low, out vec4 high) {
    uint first = 8 * part;
    if (type == Q4_0 || type == Q4_1 || type == Q5_0 || type == Q5_1) {
        bool five = type == Q5_0 || type == Q5_1;
        bool least = type == Q4_1 || type == Q5_1;
        uint upperAt = at + (least ? 4 : 2);
        uint quants = upperAt + (five ? 4 : 0) + 8 * (part & 1u);
        uint shift = part < 2 ? 0 : 4;
        vec4 a = bits(loadUnaligned(base, quants), shift, 15);
        vec4 b = bits(loadUnaligned(base, quants + 4), shift, 15);
        if (five) {
            uint upper = loadUnaligned(base, upperAt) >> first;
            a += 16 * spread(upper);
            b += 16 * spread(upper >> 4);
        }
        float scale = loadHalf(base, at);
        if (least) {
            float minimum = loadHalf(base, at + 2);
            low = scale * a + minimum;
            high = scale * b + minimum;
        } else {
            float zero = five ? 16 : 8;
            low = scale * (a - zero);
            high = scale * (b - zero);
        }
    } else if (type == Q8_0) {
        float scale = loadHalf(base, at);
        low = scale * signedOctets(loadUnaligned(base, at + 2 + first));
        high = scale * signedOctets(loadUnaligned(base, at + 6 + first));
    } else if (type == Q2_K) {
        uint codes = loadByte(base, at + part / 2);
        uint quants = at + 16 + first / 128 * 32 + first % 32;
        uint shift = first % 128 / 32 * 2;
        float d = loadHalf(base, at + 80) * float(codes & 15u);
        float m = loadHalf(base, at + 82) * float(codes >> 4);
        low = d * bits(loadUnaligned(base, quants), shift, 3) - m;
        high = d * bits(loadUnaligned(base, quants + 4), shift, 3) - m;
    } else if (type == Q3_K) {
        uint g = part / 2;
        uint lower = (loadByte(base, at + 96 + g % 8) >> (g / 8 * 4)) & 15u;
        uint upper = (loadByte(base, at + 104 + g % 4) >> (g / 4 * 2)) & 3u;
        float d = loadHalf(base, at + 108) * (float(lower | (upper << 4)) - 32);
        uint quants = at + 32 + first / 128 * 32 + first % 32;
        uint thirds = at + first % 32;
        uint shift = first % 128 / 32 * 2;
        low = d * (bits(loadUnaligned(base, quants), shift, 3) + 4 * bits(loadUnaligned(base, thirds), first / 32, 1) - 4);
        high = d * (bits(loadUnaligned(base, quants + 4), shift, 3)
            + 4 * bits(loadUnaligned(base, thirds + 4), first / 32, 1) - 4);
    } else if (type == Q4_K || type == Q5_K) {
        uint g = part / 4;
        uvec2 codes = sixBits(base, at, g);
        float d = loadHalf(base, at) * float(codes.x);
        float m = loadHalf(base, at + 2) * float(codes.y);
        uint quants = at + (type == Q4_K ? 16 : 48) + g / 2 * 32 + first % 32;
        uint shift = g % 2 * 4;
        vec4 a = bits(loadUnaligned(base, quants), shift, 15);
        vec4 b = bits(loadUnaligned(base, quants + 4), shift, 15);
        if (type == Q5_K) {
            a += 16 * bits(loadUnaligned(base, at + 16 + first % 32), g, 1);
            b += 16 * bits(loadUnaligned(base, at + 20 + first % 32), g, 1);
        }
        low = d * a - m;
        high = d * b - m;
    } else if (type == Q6_K) {
        float d = loadHalf(base, at + 208) * signedOctets(loadByte(base, at + 192 + part / 2)).x;
        uint lower = at + first / 128 * 64 + first % 64;
        uint upper = at + 128 + first / 128 * 32 + first % 32;
        uint lowerShift = first % 128 / 64 * 4;
        uint upperShift = first % 128 / 32 * 2;
        low = d * (bits(loadUnaligned(base, lower), lowerShift, 15)
            + 16 * bits(loadUnaligned(base, upper), upperShift, 3) - 32);
        high = d * (bits(loadUnaligned(base, lower + 4), lowerShift, 15)
            + 16 * bits(loadUnaligned(base, upper + 4), upperShift, 3) - 32);
    } else {
        float scale;
        uint quants;
        if (type == IQ4_NL) {
            scale = loadHalf(base, at);
            quants = at + 2;
        } else if (type == MXFP4) {
            uint exponent = loadByte(base, at);
            scale = uintBitsToFloat(exponent < 2 ? 0x00200000u << exponent : (exponent - 1) << 23);
            quants = at + 1;
        } else {
            uint g = part / 4;
            uint lower = (loadByte(base, at + 4 + g / 2) >> (g % 2 * 4)) & 15u;
            uint upper = (loadShort(base, at + 2) >> (2 * g)) & 3u;
            scale = loadHalf(base, at) * (float(lower | (upper << 4)) - 32);
            quants = at + 8 + 16 * g;
        }
        quants += 8 * (part & 1u);
        uint shift = (part & 2u) == 0 ? 0 : 4;
        low = scale * looked(type, loadUnaligned(base, quants), shift);
        high = scale * looked(type, loadUnaligned(base, quants + 4), shift);
    }
}
