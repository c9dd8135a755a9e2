// Elements encoded to a type of blocks of 256, a block for each thread, to the bit as the codecs in io.tandem.tensor do it,
// whose comments say why. With indices (SET_ROWS) the block goes to the row that is chosen.
#include "common.cl"
#include "types.cl"
#include "blocks.cl"
#include "encoding.cl"

#define FROM C1
#define TO C2
#define CHOSEN C3

// Number 0 is the plain type of the operand; number 1 tells whether indices are i64.

#define LONG 256

// Of the affine types: the elements of a group, the largest quant, the first and the last further guess, the largest code.
#define GROUP (TO == Q4_K || TO == Q5_K ? 32 : 16)
#define GROUPS (LONG / GROUP)
#define MOST (TO == Q2_K ? 3 : TO == Q4_K ? 15 : 31)
#define FIRST (TO == Q4_K ? -1.0 : -0.5)
#define LAST (TO == Q4_K ? 20 : 15)
#define SQUARED (TO != Q2_K)
#define MOST_CODE (TO == Q2_K ? 15.0 : 63.0)

// What a thread works on.
typedef struct {
    float x[LONG];
    int quants[LONG];
    float weights[32];
    int guess[32];
    float scales[16];
    float minimums[16];
    int scaleCodes[16];
    int minimumCodes[16];
} Work;

int nearest(float value) {
    float moved = value + 12582912.0;
    return (int)(as_uint(moved) & 0x7fffffu) - 0x400000;
}

float storedHalf(Words base, uint at, float value) {
    uint bits = toHalf(value);
    storeShort(base, at, bits);
    return fromHalf(bits);
}

// The first element of largest magnitude.
float largestOf(Work *w, uint from, uint count) {
    float largest = 0;
    for (uint i = from; i < from + count; i++) {
        largest = fabs(w->x[i]) > fabs(largest) ? w->x[i] : largest;
    }
    return largest;
}

#include "affine.cl"
#include "symmetric.cl"

uint q(Work *w, uint i) {
    return (uint)(w->quants[i]);
}

// Bits `shift` and above, under a mask, of the elements i, i + apart, i + 2 · apart …, side by side in a byte.
uint packed(Work *w, uint i, uint count, uint apart, uint shift, uint mask, uint width) {
    uint octet = 0;
    for (uint j = 0; j < count; j++) {
        octet |= ((q(w, i + j * apart) >> shift) & mask) << (width * j);
    }
    return octet;
}

// Stores `bytes` such bytes; byte 32·h + i (or 64·h + i) packs elements from per·h + i on.
void storePacked(Work *w, Words base, uint at, uint bytes, uint run, uint per, uint count, uint apart, uint shift, uint mask, uint width) {
    for (uint i = 0; i < bytes; i += 4) {
        uint word = 0;
        for (uint e = 0; e < 4; e++) {
            uint j = i + e;
            word |= packed(w, j / run * per + j % run, count, apart, shift, mask, width) << (8 * e);
        }
        storeUnaligned(base, at + i, word);
    }
}

void encodeQ2(Work *w, Words base, uint at) {
    encodeAffine(w, base, at + 80);
    for (uint g = 0; g < 16; g++) {
        storeByte(base, at + g, (uint)(w->scaleCodes[g] | (w->minimumCodes[g] << 4)));
    }
    storePacked(w, base, at + 16, 64, 32, 128, 4, 32, 0, 3, 2);
}

void encodeQ4OrQ5(Work *w, Words base, uint at) {
    encodeAffine(w, base, at);
    for (uint g = 0; g < 4; g++) {
        uint scale = (uint)(w->scaleCodes[g + 4]);
        uint minimum = (uint)(w->minimumCodes[g + 4]);
        storeByte(base, at + 4 + g, (uint)(w->scaleCodes[g]) | ((scale >> 4) << 6));
        storeByte(base, at + 8 + g, (uint)(w->minimumCodes[g]) | ((minimum >> 4) << 6));
        storeByte(base, at + 12 + g, (scale & 15u) | ((minimum & 15u) << 4));
    }
    if (TO == Q5_K) {
        storePacked(w, base, at + 16, 32, 32, 256, 8, 32, 4, 1, 1);
    }
    storePacked(w, base, at + (TO == Q5_K ? 48 : 16), 128, 32, 64, 2, 32, 0, 15, 4);
}

void encodeQ3(Work *w, Words base, uint at) {
    for (uint i = 0; i < LONG; i++) {
        w->quants[i] = 0;
    }
    for (uint g = 0; g < 16; g++) {
        w->scales[g] = oneByOne(w, 16 * g, 4);
    }
    float largest = largestOfScales(w, 16);
    float inverse = largest == 0 ? 0 : divided(-32, largest);
    float wanted = largest == 0 ? 0 : divided(1, inverse);
    float scale = storedHalf(base, at + 108, wanted);
    for (uint g = 0; g < 16; g++) {
        w->scaleCodes[g] = 0;
        if (largest != 0) {
            float y = inverse * w->scales[g];
            w->scaleCodes[g] = clamp(nearest(y), -32, 31) + 32;
            float own = scale * (float)(w->scaleCodes[g] - 32);
            roundSymmetric(w, 16 * g, 4, own);
        }
    }
    for (uint j = 0; j < 8; j++) {
        storeByte(base, at + 96 + j, (uint)((w->scaleCodes[j] & 15) | ((w->scaleCodes[j + 8] & 15) << 4)));
    }
    for (uint j = 0; j < 4; j++) {
        int low = (w->scaleCodes[j] >> 4) | ((w->scaleCodes[j + 4] >> 4) << 2);
        int high = (w->scaleCodes[j + 8] >> 4) | ((w->scaleCodes[j + 12] >> 4) << 2);
        storeByte(base, at + 104 + j, (uint)(low | (high << 4)));
    }
    storePacked(w, base, at, 32, 32, 256, 8, 32, 2, 1, 1);
    storePacked(w, base, at + 32, 64, 32, 128, 4, 32, 0, 3, 2);
}

void encodeQ6(Work *w, Words base, uint at) {
    for (uint i = 0; i < LONG; i++) {
        w->quants[i] = 0;
    }
    for (uint g = 0; g < 16; g++) {
        w->scales[g] = stepwise(w, 16 * g, 32);
    }
    float largest = largestOfScales(w, 16);
    if (fabs(largest) < 1e-15) {
        for (uint i = 0; i < 210; i += 2) {
            storeShort(base, at + i, 0);
        }
        return;
    }
    float inverse = divided(-128, largest);
    float wanted = divided(1, inverse);
    float scale = storedHalf(base, at + 208, wanted);
    for (uint g = 0; g < 16; g++) {
        float y = inverse * w->scales[g];
        int code = min(127, nearest(y));
        storeByte(base, at + 192 + g, (uint)code & 0xffu);
        float own = scale * (float)code;
        roundSymmetric(w, 16 * g, 32, own);
    }
    storePacked(w, base, at, 128, 64, 128, 2, 64, 0, 15, 4);
    storePacked(w, base, at + 128, 64, 32, 128, 4, 32, 4, 3, 2);
}

KERNEL {
    PARAMETERS;
    Work work;
    Work *w = &work;
    uint i = thread();
    if (i >= p->count) {
        return;
    }
    uint4 index = unflatten(i, (uint4)(p->inputs[0].extents.x / LONG, p->inputs[0].extents.yzw));
    uint4 to = index;
    if (CHOSEN) {
        uint row;
        uint at = place(&p->inputs[1], (uint4)(index.y, index.zw % p->inputs[1].extents.yz, 0));
        if (!loadIndex(p->numbers[1] != 0, p->inputs[1].base, at, p->result.extents.y, &row)) {
            reportIndex(p);
            return;
        }
        to.y = row;
    }
    for (uint j = 0; j < LONG / 8; j++) {
        uint first = LONG * index.x + 8 * j;
        if (FROM != TOLD) {
            uint parts = lengthOf(FROM) / 8;
            uint at = place(&p->inputs[0], (uint4)(first / 8 / parts, index.yzw));
            vstore8(decodeBlock(FROM, p->inputs[0].base, at, first / 8 % parts), j, w->x);
        } else {
            for (uint e = 0; e < 8; e++) {
                uint at = place(&p->inputs[0], (uint4)(first + e, index.yzw));
                w->x[8 * j + e] = loadPlain(p->numbers[0], p->inputs[0].base, at);
            }
        }
    }
    Words base = p->result.base;
    uint at = place(&p->result, to);
    if (TO == Q2_K) {
        encodeQ2(w, base, at);
    } else if (TO == Q3_K) {
        encodeQ3(w, base, at);
    } else if (TO == Q6_K) {
        encodeQ6(w, base, at);
    } else {
        encodeQ4OrQ5(w, base, at);
    }
}
