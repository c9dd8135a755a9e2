// Eight consecutive elements of a row of any float or block type, as f32.

// Eight halves of either kind.
void unpackEight(uint type, uvec4 words, out vec4 low, out vec4 high) {
    if (type == F16) {
        low = vec4(unpackHalf2x16(words.x), unpackHalf2x16(words.y));
        high = vec4(unpackHalf2x16(words.z), unpackHalf2x16(words.w));
    } else {
        low = uintBitsToFloat(uvec4(words.x << 16, words.x & 0xffff0000u, words.y << 16, words.y & 0xffff0000u));
        high = uintBitsToFloat(uvec4(words.z << 16, words.z & 0xffff0000u, words.w << 16, words.w & 0xffff0000u));
    }
}

// Elements k to k + 7 of a row of n that starts at byte `row`; k is a multiple of 8, and what is behind the end is zero.
// Aligned rows of plain types are whole eights without gaps from a multiple of 16 bytes on.
void fetch(uint type, bool aligned, uvec2 base, uint row, uint stride, uint k, uint n, out vec4 low, out vec4 high) {
    if (type >= Q4_0) {
        uint parts = lengthOf(type) / 8;
        uint part = k / 8;
        decodeBlock(type, base, row + part / parts * stride, part % parts, low, high);
        return;
    }
    if (aligned) {
        if (type == F32) {
            uint at = (row >> 4) + (k >> 2);
            low = uintBitsToFloat(Quads(base).at[at]);
            high = uintBitsToFloat(Quads(base).at[at + 1]);
            return;
        }
        unpackEight(type, Quads(base).at[(row >> 4) + (k >> 3)], low, high);
        return;
    }
    [[dont_unroll]] for (uint e = 0; e < 8; e++) {
        float x = k + e < n ? loadFloat(type, base, row + (k + e) * stride) : 0;
        if (e < 4) {
            low[e] = x;
        } else {
            high[e - 4] = x;
        }
    }
}
