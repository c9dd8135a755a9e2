// Products of matrices by tiles: a work group computes ROWS × COLUMNS elements, a thread TILE_ROWS × TILE_COLUMNS of them,
// in fours. Macros give the sizes, which the host chooses by the module.
#include "common.cl"
#include "types.cl"
#include "blocks.cl"
#include "fetch.cl"

#define TYPE_A C1
#define ALIGNED_A C2
#define TYPE_B C3
#define ALIGNED_B C4

// The depth of a tile: two parts of a row, one for each thread. Parts of aligned rows of f32 (FLOATS) are short: the registers
// that they leave are enough for twice as many threads on a processor.
#ifdef FLOATS
typedef float4 Part;
#define PART 4
#define PADDING 1
#else
typedef float8 Part;
#define PART 8
#define PADDING 0
#endif
#define DEPTH (2 * PART)

// Rows of tiles in local memory, in vectors.
#define PITCH_A (ROWS / 4 + PADDING)
#define PITCH_B (COLUMNS / 4 + PADDING)

// The fours of a thread lie that many vectors apart, so that neighbouring threads read neighbouring vectors.
#define FOURS_A (TILE_ROWS / 4)
#define FOURS_B (TILE_COLUMNS / 4)
#define APART_A (ROWS / TILE_ROWS)
#define APART_B (COLUMNS / TILE_COLUMNS)

// A thread's part of a tile: elements of a row from element k on, or nothing.
Part fetchPart(uint type, bool aligned, const Tensor *t, uint row, bool there, uint k) {
#ifdef FLOATS
    // Rows that do not exist repeat the last one: nobody stores their sums.
    return k < t->extents.x ? as_float4(((Quads)t->base)[(row >> 4) + (k >> 2)]) : (float4)(0);
#else
    return there && k < t->extents.x ? fetch(type, aligned, t->base, row, t->strides.x, k, t->extents.x) : (float8)(0);
#endif
}

void storePart(Part part, __local float4 *tile, uint pitch) {
    uint k = PART * (get_local_id(0) & 1u);
    __local float *to = (__local float *)(tile + k * pitch) + (get_local_id(0) >> 1);
#ifdef FLOATS
    to[0] = part.x;
    to[4 * pitch] = part.y;
    to[8 * pitch] = part.z;
    to[12 * pitch] = part.w;
#else
    float x[8];
    vstore8(part, 0, x);
#pragma unroll
    for (uint e = 0; e < 8; e++) {
        to[4 * e * pitch] = x[e];
    }
#endif
}

KERNEL {
    // While one of two is multiplied the other is filled.
    __local float4 tileA[2][DEPTH * PITCH_A];
    __local float4 tileB[2][DEPTH * PITCH_B];
    PARAMETERS;
    const Tensor *a = &p->inputs[0];
    const Tensor *b = &p->inputs[1];
    uint4 all = p->result.extents;
    uint4 tiles = unflatten(group(), (uint4)((all.x + ROWS - 1) / ROWS, (all.y + COLUMNS - 1) / COLUMNS, all.zw));
    uint firstRow = tiles.x * ROWS;
    uint firstColumn = tiles.y * COLUMNS;
    uint own = get_local_id(0) >> 1;
    bool thereA = firstRow + own < all.x;
    bool thereB = firstColumn + own < all.y;
    uint2 matrix = tiles.zw / (all.zw / a->extents.zw);
    uint rowA = place(a, (uint4)(0, min(firstRow + own, all.x - 1), matrix));
    uint rowB = place(b, (uint4)(0, min(firstColumn + own, all.y - 1), tiles.zw));
    uint result = place(&p->result, (uint4)(0, 0, tiles.zw));
    // Neighbouring threads have neighbouring rows, which lie side by side in the result.
    uint r = get_local_id(0) % APART_A;
    uint c = get_local_id(0) / APART_A;
    float4 sums[FOURS_A][TILE_COLUMNS];
#pragma unroll
    for (uint i = 0; i < FOURS_A; i++) {
#pragma unroll
        for (uint j = 0; j < TILE_COLUMNS; j++) {
            sums[i][j] = 0;
        }
    }
    uint k0 = PART * (get_local_id(0) & 1u);
    Part nextA = fetchPart(TYPE_A, ALIGNED_A, a, rowA, thereA, k0);
    Part nextB = fetchPart(TYPE_B, ALIGNED_B, b, rowB, thereB, k0);
    storePart(nextA, tileA[0], PITCH_A);
    storePart(nextB, tileB[0], PITCH_B);
    synchronize();
    uint turn = 0;
    for (uint depth = DEPTH; depth < a->extents.x + DEPTH; depth += DEPTH) {
        // While these are multiplied, the next ones are on their way.
        nextA = fetchPart(TYPE_A, ALIGNED_A, a, rowA, thereA, depth + k0);
        nextB = fetchPart(TYPE_B, ALIGNED_B, b, rowB, thereB, depth + k0);
        // With these two the addresses in the loop are constants apart: 45.2 instead of 43.9 TFLOP/s on an H200.
        const __local float4 *fromA = tileA[turn] + r;
        const __local float4 *fromB = tileB[turn] + c;
#ifdef FLOATS
#pragma unroll
#endif
        for (uint k = 0; k < DEPTH; k++) {
            float4 left[FOURS_A];
#pragma unroll
            for (uint i = 0; i < FOURS_A; i++) {
                left[i] = fromA[k * PITCH_A + i * APART_A];
            }
#pragma unroll
            for (uint j = 0; j < FOURS_B; j++) {
                float4 right = fromB[k * PITCH_B + j * APART_B];
#pragma unroll
                for (uint i = 0; i < FOURS_A; i++) {
                    sums[i][4 * j] = mad(left[i], right.xxxx, sums[i][4 * j]);
                    sums[i][4 * j + 1] = mad(left[i], right.yyyy, sums[i][4 * j + 1]);
                    sums[i][4 * j + 2] = mad(left[i], right.zzzz, sums[i][4 * j + 2]);
                    sums[i][4 * j + 3] = mad(left[i], right.wwww, sums[i][4 * j + 3]);
                }
            }
        }
        turn ^= 1;
        storePart(nextA, tileA[turn], PITCH_A);
        storePart(nextB, tileB[turn], PITCH_B);
        synchronize();
    }
#pragma unroll
    for (uint j = 0; j < TILE_COLUMNS; j++) {
        uint column = firstColumn + 4 * (j / 4 * APART_B + c) + j % 4;
#pragma unroll
        for (uint i = 0; i < FOURS_A; i++) {
            uint row = firstRow + 4 * (i * APART_A + r);
            uint to = result + column * p->result.strides.y + 4 * row;
            float x[4];
            vstore4(sums[i][j], 0, x);
            for (uint e = 0; e < 4; e++) {
                if (row + e < all.x && column < all.y) {
                    storeWord(p->result.base, to + 4 * e, as_uint(x[e]));
                }
            }
        }
    }
}
