// Products of matrices by matrix units: a work group computes ROWS × COLUMNS elements, a warp of 32 threads
// UNIT_COLUMNS × UNIT_ROWS of them, 16 × 8 at a time. Both operands are rounded to f16, and summed in f32.
#include "common.cl"
#include "types.cl"
#include "blocks.cl"
#include "fetch.cl"
#include "units.cl"

#define TYPE_A C1
#define ALIGNED_A C2
#define TYPE_B C3
#define ALIGNED_B C4

#define ACROSS (COLUMNS / UNIT_COLUMNS)

// Rows in local memory, in eights of elements. One more than needed, so that rows do not meet in banks.
#define EIGHTS (DEPTH / 8)
#define PITCH (EIGHTS + 1)
#define PITCH_WORDS (4 * PITCH)

// What a thread fetches of each operand.
#define PARTS_A (ROWS * EIGHTS / THREADS)
#define PARTS_B (COLUMNS * EIGHTS / THREADS)

// Tiles that share operands run at the same time, so that the cache has them.
#define NEIGHBOURS 8

#define FOURS (UNIT_COLUMNS / 16)
#define WIDE (UNIT_ROWS / 8)

// Eight elements as halves; what is behind the end is zero.
uint4 eightOf(uint type, bool aligned, Words base, uint row, uint stride, uint k, uint n) {
    if (type == F16 && aligned) {
        // All loads are under way sooner where none is behind a branch.
        uint4 loaded = ((Quads)base)[(row >> 4) + (min(k, n - 8) >> 3)];
        return k < n ? loaded : (uint4)(0);
    }
    if (k >= n) {
        return (uint4)(0);
    }
    float8 x = fetch(type, aligned, base, row, stride, k, n);
    return (uint4)(twoHalves(x.s0, x.s1), twoHalves(x.s2, x.s3), twoHalves(x.s4, x.s5), twoHalves(x.s6, x.s7));
}

// The place of a tile in a matrix of so many tiles: down some columns of tiles, then on by a row.
uint2 tilePlace(uint i, uint2 tiles) {
    uint band = i / (NEIGHBOURS * tiles.x);
    uint height = min((uint)NEIGHBOURS, tiles.y - band * NEIGHBOURS);
    uint inside = i - band * NEIGHBOURS * tiles.x;
    return (uint2)(inside / height, band * NEIGHBOURS + inside % height);
}

KERNEL {
    __local uint4 tileA[ROWS * PITCH];
    __local uint4 tileB[COLUMNS * PITCH];
    EXCHANGE
    PARAMETERS;
    const Tensor *a = &p->inputs[0];
    const Tensor *b = &p->inputs[1];
    uint4 all = p->result.extents;
    uint2 tiles = (uint2)((all.x + ROWS - 1) / ROWS, (all.y + COLUMNS - 1) / COLUMNS);
    uint matrix = group() / (tiles.x * tiles.y);
    uint2 first = tilePlace(group() % (tiles.x * tiles.y), tiles) * (uint2)(ROWS, COLUMNS);
    uint2 outer = (uint2)(matrix % all.z, matrix / all.z);
    uint startA = place(a, (uint4)(0, first.x, outer / (all.zw / a->extents.zw)));
    uint startB = place(b, (uint4)(0, first.y, outer));
    uint rows = min((uint)ROWS, all.x - first.x);
    uint columns = min((uint)COLUMNS, all.y - first.y);

    // A thread fetches eights of elements at the same depth of several rows. Rows that do not exist repeat the last one:
    // nobody stores their sums.
    uint own = get_local_id(0) / EIGHTS;
    uint eighth = get_local_id(0) % EIGHTS;
    uint rowsA[PARTS_A];
    uint rowsB[PARTS_B];
#pragma unroll
    for (uint i = 0; i < PARTS_A; i++) {
        rowsA[i] = startA + min(own + i * (THREADS / EIGHTS), rows - 1) * a->strides.y;
    }
#pragma unroll
    for (uint i = 0; i < PARTS_B; i++) {
        rowsB[i] = startB + min(own + i * (THREADS / EIGHTS), columns - 1) * b->strides.y;
    }

    uint lane = get_local_id(0) % 32;
    uint unit = get_local_id(0) / 32;
    uint row = unit / ACROSS * UNIT_ROWS;
    uint column = unit % ACROSS * UNIT_COLUMNS;
    float sums[FOURS][WIDE][4];
#pragma unroll
    for (uint i = 0; i < FOURS; i++) {
#pragma unroll
        for (uint j = 0; j < WIDE; j++) {
#pragma unroll
            for (uint e = 0; e < 4; e++) {
                sums[i][j][e] = 0;
            }
        }
    }
    uint n = a->extents.x;
    uint4 nextA[PARTS_A];
    uint4 nextB[PARTS_B];
    for (uint depth = 0; depth < n + DEPTH; depth += DEPTH) {
        uint k = depth + 8 * eighth;
#pragma unroll
        for (uint i = 0; i < PARTS_A; i++) {
            nextA[i] = eightOf(TYPE_A, ALIGNED_A, a->base, rowsA[i], a->strides.x, k, n);
        }
#pragma unroll
        for (uint i = 0; i < PARTS_B; i++) {
            nextB[i] = eightOf(TYPE_B, ALIGNED_B, b->base, rowsB[i], b->strides.x, k, n);
        }
        // While the next tiles are on their way, those before are multiplied.
        if (depth > 0) {
            __local const uint *lefts = (__local const uint *)tileB + (column + lane / 4) * PITCH_WORDS + lane % 4;
            __local const uint *rights = (__local const uint *)tileA + (row + lane / 4) * PITCH_WORDS + lane % 4;
#pragma unroll
            for (uint part = 0; part < DEPTH / 16; part++) {
                uint left[FOURS][4];
#pragma unroll
                for (uint i = 0; i < FOURS; i++) {
                    __local const uint *from = lefts + 16 * i * PITCH_WORDS + 8 * part;
                    left[i][0] = from[0];
                    left[i][1] = from[8 * PITCH_WORDS];
                    left[i][2] = from[4];
                    left[i][3] = from[8 * PITCH_WORDS + 4];
                }
#pragma unroll
                for (uint j = 0; j < WIDE; j++) {
                    __local const uint *from = rights + 8 * j * PITCH_WORDS + 8 * part;
                    uint right[2];
                    right[0] = from[0];
                    right[1] = from[4];
#pragma unroll
                    for (uint i = 0; i < FOURS; i++) {
                        MULTIPLY_ADD(sums[i][j], left[i], right);
                    }
                }
            }
        }
        synchronize();
#pragma unroll
        for (uint i = 0; i < PARTS_A; i++) {
            tileA[(own + i * (THREADS / EIGHTS)) * PITCH + eighth] = nextA[i];
        }
#pragma unroll
        for (uint i = 0; i < PARTS_B; i++) {
            tileB[(own + i * (THREADS / EIGHTS)) * PITCH + eighth] = nextB[i];
        }
        synchronize();
    }

    // Columns of the result lie in memory as rows of the sums.
    uint to = place(&p->result, (uint4)(first, outer));
#pragma unroll
    for (uint i = 0; i < FOURS; i++) {
#pragma unroll
        for (uint j = 0; j < WIDE; j++) {
#pragma unroll
            for (uint e = 0; e < 4; e++) {
                uint r = row + 8 * j + lane % 4 * 2 + e % 2;
                uint c = column + 16 * i + lane / 4 + e / 2 * 8;
                if (r < rows && c < columns) {
                    storeWord(p->result.base, to + c * p->result.strides.y + 4 * r, as_uint(sums[i][j][e]));
                }
            }
        }
    }
}
