// Block types, decoded sixteen elements at a time: those whose bits lie in the same bytes. They are two runs of eight; a
// run's elements are scale · bits − least.

// How far the second run is behind the first.
uint apartOf(uint type) {
    if (type == Q6_K) {
        return 64;
    }
    if (type == Q4_K || type == Q5_K) {
        return 32;
    }
    return type == Q8_0 || type == Q2_K || type == Q3_K || type == IQ4_XS ? 8 : 16;
}

// The first element of a pair of runs.
uint firstOf(uint type, uint pair) {
    uint apart = apartOf(type);
    return pair * 8 / apart * 2 * apart + pair * 8 % apart;
}

typedef struct {
    float4 bits[4];
    float2 scale;
    float2 least;
} Pair;

// Sixteen values from eight bytes: their lower halves, then their upper ones, with a fifth bit from the lowest two of others.
void halves(uint2 bytes, uint2 fifths, float4 *bits) {
    uint2 lower = (bytes & 0x0f0f0f0fu) | ((fifths & 0x01010101u) << 4);
    uint2 upper = ((bytes >> 4) & 0x0f0f0f0fu) | ((fifths & 0x02020202u) << 3);
    bits[0] = octets(lower.x);
    bits[1] = octets(lower.y);
    bits[2] = octets(upper.x);
    bits[3] = octets(upper.y);
}

// Four bits as the lowest bits of four bytes.
uint bytesOfBits(uint bits) {
    return (bits & 15u) * 0x00204081u & 0x01010101u;
}

// Two bytes of a word as floats.
float2 twoOf(uint bytes) {
    return (float2)(bytes & 0xffu, (bytes >> 8) & 0xffu);
}

// Blocks of Q4_K and Q5_K at a multiple of 16 bytes: one load has both scales and all codes.
void decodeAlignedPair(uint type, Words base, uint at, uint first, Pair *pair) {
    uint g = first / 32;
    uint4 head = ((Quads)base)[at >> 4];
    uint3 codes = head.yzw >> (8 * (g & 3u));
    uint2 both = g < 4 ? codes.xy & 0x3f3fu : ((uint2)(codes.z, codes.z >> 4) & 0x0f0fu) | ((codes.xy >> 2) & 0x3030u);
    float2 scales = (float2)(fromHalf(head.x & 0xffffu), fromHalf(head.x >> 16));
    pair->scale = scales.x * twoOf(both.x);
    pair->least = scales.y * twoOf(both.y);
    uint quants = at + (type == Q4_K ? 16 : 48) + g / 2 * 32 + first % 32;
    uint2 fifths = type == Q4_K ? (uint2)(0) : ((Twos)base)[(at + 16 + first % 32) >> 3] >> g;
    halves(((Twos)base)[quants >> 3], fifths, pair->bits);
}

// Blocks of the types that are 32 elements with a scale, and perhaps a minimum, for all of them.
void decodeShortPair(uint type, Words base, uint at, uint first, Pair *pair) {
    bool five = type == Q5_0 || type == Q5_1;
    bool least = type == Q4_1 || type == Q5_1;
    uint upperAt = at + (least ? 4 : 2);
    uint upper = five ? loadUnaligned(base, upperAt) >> first : 0;
    uint2 fifths = (uint2)(
        bytesOfBits(upper) | bytesOfBits(upper >> 16) << 1, bytesOfBits(upper >> 4) | bytesOfBits(upper >> 20) << 1);
    halves(loadEight(base, upperAt + (five ? 4 : 0) + first), fifths, pair->bits);
    pair->scale = (float2)(loadHalf(base, at));
    pair->least = least ? (float2)(-loadHalf(base, at + 2)) : (five ? 16 : 8) * pair->scale;
}

void decodeBytes(Words base, uint at, uint first, Pair *pair) {
    uint2 low = loadEight(base, at + 2 + first);
    uint2 high = loadEight(base, at + 10 + first);
    pair->bits[0] = signedOctets(low.x);
    pair->bits[1] = signedOctets(low.y);
    pair->bits[2] = signedOctets(high.x);
    pair->bits[3] = signedOctets(high.y);
    pair->scale = (float2)(loadHalf(base, at));
}

void decodeSixBits(Words base, uint at, uint first, Pair *pair) {
    uint h = first / 128;
    uint shift = first % 64 / 32 * 2;
    uint2 lower = loadEight(base, at + 64 * h + first % 64);
    uint2 upper = loadEight(base, at + 128 + 32 * h + first % 32) >> shift;
    uint2 low = (lower & 0x0f0f0f0fu) | ((upper & 0x03030303u) << 4);
    uint2 high = ((lower >> 4) & 0x0f0f0f0fu) | (upper & 0x30303030u);
    pair->bits[0] = octetsLess(low.x, 32);
    pair->bits[1] = octetsLess(low.y, 32);
    pair->bits[2] = octetsLess(high.x, 32);
    pair->bits[3] = octetsLess(high.y, 32);
    uint codes = at + 192 + first / 16;
    pair->scale = loadHalf(base, at + 208)
        * (float2)(signedOctets(loadByte(base, codes)).x, signedOctets(loadByte(base, codes + 4)).x);
}

// The pair of runs that starts with an element of the block at byte `at`.
Pair decodePair(uint type, bool aligned, Words base, uint at, uint first) {
    Pair pair;
    pair.scale = (float2)(1);
    pair.least = (float2)(0);
    if (type >= Q4_0 && type <= Q5_1) {
        decodeShortPair(type, base, at, first, &pair);
    } else if (type == Q8_0) {
        decodeBytes(base, at, first, &pair);
    } else if (aligned && (type == Q4_K || type == Q5_K)) {
        decodeAlignedPair(type, base, at, first, &pair);
    } else if (type == Q6_K) {
        decodeSixBits(base, at, first, &pair);
    } else {
        uint part = first / 8;
        float8 low = decodeBlock(type, base, at, part);
        float8 high = decodeBlock(type, base, at, part + apartOf(type) / 8);
        pair.bits[0] = low.lo;
        pair.bits[1] = low.hi;
        pair.bits[2] = high.lo;
        pair.bits[3] = high.hi;
    }
    return pair;
}
