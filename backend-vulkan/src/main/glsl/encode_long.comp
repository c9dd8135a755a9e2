#version 450
// Elements encoded to a type of blocks of 256, a block for each thread, to the bit as the codecs in io.tandem.tensor do it,
// whose comments say why. With indices (SET_ROWS) the block goes to the row that is chosen.
#include "common.glsl"
#include "types.glsl"
#include "blocks.glsl"
#include "encoding.glsl"

layout(constant_id = 1) const uint FROM = TOLD;
layout(constant_id = 2) const uint TO = 15;
layout(constant_id = 3) const bool CHOSEN = false;

// Number 0 is the plain type of the operand; number 1 tells whether indices are i64.

const uint LONG = 256;

// Of the affine types: the elements of a group, the largest quant, the first and the last further guess, the largest code.
const uint GROUP = TO == Q4_K || TO == Q5_K ? 32 : 16;
const uint GROUPS = LONG / GROUP;
const int MOST = TO == Q2_K ? 3 : TO == Q4_K ? 15 : 31;
#define FIRST (TO == Q4_K ? -1.0 : -0.5)
const int LAST = TO == Q4_K ? 20 : 15;
const bool SQUARED = TO != Q2_K;
#define MOST_CODE (TO == Q2_K ? 15.0 : 63.0)

float x[LONG];
int quants[LONG];
float weights[32];
int guess[32];
float scales[16];
float minimums[16];
int scaleCodes[16];
int minimumCodes[16];

int nearest(float value) {
    precise float moved = value + 12582912.0;
    return int(floatBitsToUint(moved) & 0x7fffffu) - 0x400000;
}

float storedHalf(uvec2 base, uint at, float value) {
    uint bits = toHalf(value);
    storeShort(base, at, bits);
    return fromHalf(bits);
}

// The first element of largest magnitude.
float largestOf(uint from, uint count) {
    float largest = 0;
    [[dont_unroll]] for (uint i = from; i < from + count; i++) {
        largest = abs(x[i]) > abs(largest) ? x[i] : largest;
    }
    return largest;
}

#include "affine.glsl"
#include "symmetric.glsl"

uint q(uint i) {
    return uint(quants[i]);
}

// Bits `shift` and above, under a mask, of the elements i, i + apart, i + 2 · apart …, side by side in a byte.
uint packed(uint i, uint count, uint apart, uint shift, uint mask, uint width) {
    uint octet = 0;
    [[dont_unroll]] for (uint j = 0; j < count; j++) {
        octet |= ((q(i + j * apart) >> shift) & mask) << (width * j);
    }
    return octet;
}

// Stores `bytes` such bytes; byte 32·h + i (or 64·h + i) packs elements from per·h + i on.
void storePacked(uvec2 base, uint at, uint bytes, uint run, uint per, uint count, uint apart, uint shift, uint mask, uint width) {
    [[dont_unroll]] for (uint i = 0; i < bytes; i += 4) {
        uint word = 0;
        [[dont_unroll]] for (uint e = 0; e < 4; e++) {
            uint j = i + e;
            word |= packed(j / run * per + j % run, count, apart, shift, mask, width) << (8 * e);
        }
        storeUnaligned(base, at + i, word);
    }
}

void encodeQ2(uvec2 base, uint at) {
    encodeAffine(base, at + 80);
    [[dont_unroll]] for (uint g = 0; g < 16; g++) {
        storeByte(base, at + g, uint(scaleCodes[g] | (minimumCodes[g] << 4)));
    }
    storePacked(base, at + 16, 64, 32, 128, 4, 32, 0, 3, 2);
}

void encodeQ4OrQ5(uvec2 base, uint at) {
    encodeAffine(base, at);
    [[dont_unroll]] for (uint g = 0; g < 4; g++) {
        uint scale = uint(scaleCodes[g + 4]);
        uint minimum = uint(minimumCodes[g + 4]);
        storeByte(base, at + 4 + g, uint(scaleCodes[g]) | ((scale >> 4) << 6));
        storeByte(base, at + 8 + g, uint(minimumCodes[g]) | ((minimum >> 4) << 6));
        storeByte(base, at + 12 + g, (scale & 15u) | ((minimum & 15u) << 4));
    }
    if (TO == Q5_K) {
        storePacked(base, at + 16, 32, 32, 256, 8, 32, 4, 1, 1);
    }
    storePacked(base, at + (TO == Q5_K ? 48 : 16), 128, 32, 64, 2, 32, 0, 15, 4);
}

void encodeQ3(uvec2 base, uint at) {
    [[dont_unroll]] for (uint i = 0; i < LONG; i++) {
        quants[i] = 0;
    }
    [[dont_unroll]] for (uint g = 0; g < 16; g++) {
        scales[g] = oneByOne(16 * g, 4);
    }
    float largest = largestOfScales(16);
    precise float inverse = largest == 0 ? 0 : divided(-32, largest);
    precise float wanted = largest == 0 ? 0 : divided(1, inverse);
    float scale = storedHalf(base, at + 108, wanted);
    [[dont_unroll]] for (uint g = 0; g < 16; g++) {
        scaleCodes[g] = 0;
        if (largest != 0) {
            precise float y = inverse * scales[g];
            scaleCodes[g] = clamp(nearest(y), -32, 31) + 32;
            precise float own = scale * float(scaleCodes[g] - 32);
            roundSymmetric(16 * g, 4, own);
        }
    }
    [[dont_unroll]] for (uint j = 0; j < 8; j++) {
        storeByte(base, at + 96 + j, uint((scaleCodes[j] & 15) | ((scaleCodes[j + 8] & 15) << 4)));
    }
    [[dont_unroll]] for (uint j = 0; j < 4; j++) {
        int low = (scaleCodes[j] >> 4) | ((scaleCodes[j + 4] >> 4) << 2);
        int high = (scaleCodes[j + 8] >> 4) | ((scaleCodes[j + 12] >> 4) << 2);
        storeByte(base, at + 104 + j, uint(low | (high << 4)));
    }
    storePacked(base, at, 32, 32, 256, 8, 32, 2, 1, 1);
    storePacked(base, at + 32, 64, 32, 128, 4, 32, 0, 3, 2);
}

void encodeQ6(uvec2 base, uint at) {
    [[dont_unroll]] for (uint i = 0; i < LONG; i++) {
        quants[i] = 0;
    }
    [[dont_unroll]] for (uint g = 0; g < 16; g++) {
        scales[g] = stepwise(16 * g, 32);
    }
    float largest = largestOfScales(16);
    if (abs(largest) < 1e-15) {
        [[dont_unroll]] for (uint i = 0; i < 210; i += 2) {
            storeShort(base, at + i, 0);
        }
        return;
    }
    precise float inverse = divided(-128, largest);
    precise float wanted = divided(1, inverse);
    float scale = storedHalf(base, at + 208, wanted);
    [[dont_unroll]] for (uint g = 0; g < 16; g++) {
        precise float y = inverse * scales[g];
        int code = min(127, nearest(y));
        storeByte(base, at + 192 + g, uint(code) & 0xffu);
        precise float own = scale * float(code);
        roundSymmetric(16 * g, 32, own);
    }
    storePacked(base, at, 128, 64, 128, 2, 64, 0, 15, 4);
    storePacked(base, at + 128, 64, 32, 128, 4, 32, 4, 3, 2);
}

void main() {
    uint thread = thread();
    if (thread >= dispatched) {
        return;
    }
    uvec4 index = unflatten(thread, uvec4(operand0.extents.x / LONG, operand0.extents.yzw));
    uvec4 to = index;
    if (CHOSEN) {
        uint row;
        uint at = place(p.inputs[1], uvec4(index.y, index.zw % p.inputs[1].extents.yz, 0));
        if (!loadIndex(p.numbers[1] != 0, p.inputs[1].base, at, target.extents.y, row)) {
            reportIndex();
            return;
        }
        to.y = row;
    }
    [[dont_unroll]] for (uint i = 0; i < LONG; i += 8) {
        vec4 low;
        vec4 high;
        uint first = LONG * index.x + i;
        if (FROM != TOLD) {
            uint parts = lengthOf(FROM) / 8;
            uint at = place(operand0, uvec4(first / 8 / parts, index.yzw));
            decodeBlock(FROM, operand0.base, at, first / 8 % parts, low, high);
        } else {
            [[dont_unroll]] for (uint e = 0; e < 8; e++) {
                float value = loadPlain(p.numbers[0], operand0.base, place(operand0, uvec4(first + e, index.yzw)));
                if (e < 4) {
                    low[e] = value;
                } else {
                    high[e - 4] = value;
                }
            }
        }
        [[dont_unroll]] for (uint e = 0; e < 8; e++) {
            x[i + e] = e < 4 ? low[e] : high[e - 4];
        }
    }
    uvec2 base = target.base;
    uint at = place(target, to);
    if (TO == Q2_K) {
        encodeQ2(base, at);
    } else if (TO == Q3_K) {
        encodeQ3(base, at);
    } else if (TO == Q6_K) {
        encodeQ6(base, at);
    } else {
        encodeQ4OrQ5(base, at);
    }
}
