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

struct Pair {
    vec4 bits[4];
    vec2 scale;
    vec2 least;
};

// Sixteen values from eight bytes: their lower halves, then their upper ones, with a fifth bit from the lowest two of others.
void halves(uvec2 bytes, uvec2 fifths, out vec4 bits[4]) {
    uvec2 lower = bytes & 0x0f0f0f0fu | (fifths & 0x01010101u) << 4;
    uvec2 upper = (bytes >> 4) & 0x0f0f0f0fu | (fifths & 0x02020202u) << 3;
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
vec2 twoOf(uint bytes) {
    return vec2(bytes & 0xffu, (bytes >> 8) & 0xffu);
}

// Blocks of Q4_K and Q5_K at a multiple of 16 bytes: one load has both scales and all codes.
void decodeAlignedPair(uint type, uvec2 base, uint at, uint first, inout Pair pair) {
    uint g = first / 32;
    uvec4 head = Quads(base).at[at >> 4];
    uvec3 codes = head.yzw >> (8 * (g & 3u));
    uvec2 both = g < 4 ? codes.xy & 0x3f3fu : uvec2(codes.z, codes.z >> 4) & 0x0f0fu | (codes.xy >> 2) & 0x3030u;
    vec2 scales = unpackHalf2x16(head.x);
    pair.scale = scales.x * twoOf(both.x);
    pair.least = scales.y * twoOf(both.y);
    uint quants = at + (type == Q4_K ? 16 : 48) + g / 2 * 32 + first % 32;
    uvec2 fifths = type == Q4_K ? uvec2(0) : Twos(base).at[(at + 16 + first % 32) >> 3] >> g;
    halves(Twos(base).at[quants >> 3], fifths, pair.bits);
}

// Blocks of the types that are 32 elements with a scale, and perhaps a minimum, for all of them.
void decodeShortPair(uint type, uvec2 base, uint at, uint first, inout Pair pair) {
    bool five = type == Q5_0 || type == Q5_1;
    bool least = type == Q4_1 || type == Q5_1;
    uint upperAt = at + (least ? 4 : 2);
    uint upper = five ? loadUnaligned(base, upperAt) >> first : 0;
    uvec2 fifths = uvec2(bytesOfBits(upper) | bytesOfBits(upper >> 16) << 1, bytesOfBits(upper >> 4) | bytesOfBits(upper >> 20) << 1);
    halves(loadEight(base, upperAt + (five ? 4 : 0) + first), fifths, pair.bits);
    pair.scale = vec2(loadHalf(base, at));
    pair.least = least ? vec2(-loadHalf(base, at + 2)) : (five ? 16 : 8) * pair.scale;
}

void decodeBytes(uvec2 base, uint at, uint first, inout Pair pair) {
    uvec2 low = loadEight(base, at + 2 + first);
    uvec2 high = loadEight(base, at + 10 + first);
    pair.bits[0] = signedOctets(low.x);
    pair.bits[1] = signedOctets(low.y);
    pair.bits[2] = signedOctets(high.x);
    pair.bits[3] = signedOctets(high.y);
    pair.scale = vec2(loadHalf(base, at));
}

void decodeSixBits(uvec2 base, uint at, uint first, inout Pair pair) {
    uint h = first / 128;
    uint shift = first % 64 / 32 * 2;
    uvec2 lower = loadEight(base, at + 64 * h + first % 64);
    uvec2 upper = loadEight(base, at + 128 + 32 * h + first % 32) >> shift;
    uvec2 low = lower & 0x0f0f0f0fu | (upper & 0x03030303u) << 4;
    uvec2 high = (lower >> 4) & 0x0f0f0f0fu | upper & 0x30303030u;
    pair.bits[0] = octetsLess(low.x, 32);
    pair.bits[1] = octetsLess(low.y, 32);
    pair.bits[2] = octetsLess(high.x, 32);
    pair.bits[3] = octetsLess(high.y, 32);
    uint codes = at + 192 + first / 16;
    pair.scale = loadHalf(base, at + 208)
        * vec2(signedOctets(loadByte(base, codes)).x, signedOctets(loadByte(base, codes + 4)).x);
}

// The pair of runs that starts with an element of the block at byte `at`.
Pair decodePair(uint type, bool aligned, uvec2 base, uint at, uint first) {
    Pair pair;
    pair.scale = vec2(1);
    pair.least = vec2(0);
    if (type >= Q4_0 && type <= Q5_1) {
        decodeShortPair(type, base, at, first, pair);
    } else if (type == Q8_0) {
        decodeBytes(base, at, first, pair);
    } else if (aligned && (type == Q4_K || type == Q5_K)) {
        decodeAlignedPair(type, base, at, first, pair);
    } else if (type == Q6_K) {
        decodeSixBits(base, at, first, pair);
    } else {
        uint part = first / 8;
        decodeBlock(type, base, at, part, pair.bits[0], pair.bits[1]);
        decodeBlock(type, base, at, part + apartOf(type) / 8, pair.bits[2], pair.bits[3]);
    }
    return pair;
}
