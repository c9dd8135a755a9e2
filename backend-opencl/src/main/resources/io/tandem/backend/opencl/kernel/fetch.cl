// Eight consecutive elements of a row of any float or block type, as f32.

// Elements k to k + 7 of a row of n that starts at byte `row`; k is a multiple of 8, and what is behind the end is zero.
// Aligned rows of plain types are whole eights without gaps from a multiple of 16 bytes on.
float8 fetch(uint type, bool aligned, Words base, uint row, uint stride, uint k, uint n) {
    if (type >= Q4_0) {
        uint parts = lengthOf(type) / 8;
        uint part = k / 8;
        return decodeBlock(type, base, row + part / parts * stride, part % parts);
    }
    if (aligned) {
        if (type == F32) {
            uint at = (row >> 4) + (k >> 2);
            return as_float8((uint8)(((Quads)base)[at], ((Quads)base)[at + 1]));
        }
        uint at = (row >> 4) + (k >> 3);
#ifndef PTX
        if (type == F16) {
            return vloada_half8(at, (__global const half *)base);
        }
#endif
        uint4 words = ((Quads)base)[at];
        if (type == F16) {
            return (float8)(
                fromHalf(words.x), fromHalf(words.x >> 16), fromHalf(words.y), fromHalf(words.y >> 16),
                fromHalf(words.z), fromHalf(words.z >> 16), fromHalf(words.w), fromHalf(words.w >> 16));
        }
        return as_float8((uint8)(
            words.x << 16, words.x & 0xffff0000u, words.y << 16, words.y & 0xffff0000u, words.z << 16,
            words.z & 0xffff0000u, words.w << 16, words.w & 0xffff0000u));
    }
    float x[8];
    for (uint e = 0; e < 8; e++) {
        x[e] = k + e < n ? loadFloat(type, base, row + (k + e) * stride) : 0;
    }
    return vload8(0, x);
}
