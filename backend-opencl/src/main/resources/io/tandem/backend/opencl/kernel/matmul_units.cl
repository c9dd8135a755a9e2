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

// The depth of a tile. While one is multiplied, the next ones are on their way.
#define DEPTH 32
#define EIGHTS (DEPTH / 8)
#define STAGES 3
#define AHEAD (STAGES - 1)

// What a thread brings of each operand.
#define PARTS_A (ROWS * EIGHTS / THREADS)
#define PARTS_B (COLUMNS * EIGHTS / THREADS)

// Aligned halves go to local memory as they are.
#define COPIED_A (TYPE_A == F16 && ALIGNED_A)
#define COPIED_B (TYPE_B == F16 && ALIGNED_B)

// Tiles that share operands run at the same time, so that the cache has them.
#define NEIGHBOURS 8

#define FOURS (UNIT_COLUMNS / 16)
#define WIDE (UNIT_ROWS / 8)

// Where an eighth of a row lies in a tile: so that rows do not meet in banks.
#define SPOT(row, eighth) ((row) * EIGHTS + ((eighth) ^ ((row) / 2 % EIGHTS)))

// Eight elements as halves; what is behind the end is zero.
uint4 eightOf(uint type, bool aligned, Words base, uint row, uint stride, uint k, uint n) {
    if (k >= n) {
        return (uint4)(0);
    }
    float8 x = fetch(type, aligned, base, row, stride, k, n);
    return (uint4)(twoHalves(x.s0, x.s1), twoHalves(x.s2, x.s3), twoHalves(x.s4, x.s5), twoHalves(x.s6, x.s7));
}

// Copies a thread's parts of a tile of aligned halves.
void copyParts(const Tensor *t, const uint *rows, uint parts, uint depth, __local uint4 *tile) {
    uint own = get_local_id(0) / EIGHTS;
    uint eighth = get_local_id(0) % EIGHTS;
    uint k = depth + 8 * eighth;
    uint n = t->extents.x;
    uint at = min(k, n - 8) >> 3;
    uint bytes = k < n ? 16 : 0;
#pragma unroll
    for (uint i = 0; i < parts; i++) {
        COPY_LATER(tile + SPOT(own + i * (THREADS / EIGHTS), eighth), (Quads)t->base + (rows[i] >> 4) + at, bytes);
    }
}

void fetchParts(uint type, bool aligned, const Tensor *t, const uint *rows, uint parts, uint depth, uint4 *next) {
    uint k = depth + 8 * (get_local_id(0) % EIGHTS);
#pragma unroll
    for (uint i = 0; i < parts; i++) {
        next[i] = eightOf(type, aligned, t->base, rows[i], t->strides.x, k, t->extents.x);
    }
}

void storeParts(const uint4 *next, uint parts, __local uint4 *tile) {
    uint own = get_local_id(0) / EIGHTS;
#pragma unroll
    for (uint i = 0; i < parts; i++) {
        tile[SPOT(own + i * (THREADS / EIGHTS), get_local_id(0) % EIGHTS)] = next[i];
    }
}

// The place of a tile in a matrix of so many tiles: down some columns of tiles, then on by a row.
uint2 tilePlace(uint i, uint2 tiles) {
    uint band = i / (NEIGHBOURS * tiles.x);
    uint height = min((uint)NEIGHBOURS, tiles.y - band * NEIGHBOURS);
    uint inside = i - band * NEIGHBOURS * tiles.x;
    return (uint2)(inside / height, band * NEIGHBOURS + inside % height);
}

KERNEL {
    __local uint4 tilesA[STAGES][ROWS * EIGHTS];
    __local uint4 tilesB[STAGES][COLUMNS * EIGHTS];
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

    // A thread brings eights of elements at the same depth of several rows. Rows that do not exist repeat the last one:
    // nobody stores their sums.
    uint own = get_local_id(0) / EIGHTS;
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
#pragma unroll
    for (uint s = 0; s < AHEAD; s++) {
        if (COPIED_A) {
            copyParts(a, rowsA, PARTS_A, s * DEPTH, tilesA[s]);
        } else {
            fetchParts(TYPE_A, ALIGNED_A, a, rowsA, PARTS_A, s * DEPTH, nextA);
            storeParts(nextA, PARTS_A, tilesA[s]);
        }
        if (COPIED_B) {
            copyParts(b, rowsB, PARTS_B, s * DEPTH, tilesB[s]);
        } else {
            fetchParts(TYPE_B, ALIGNED_B, b, rowsB, PARTS_B, s * DEPTH, nextB);
            storeParts(nextB, PARTS_B, tilesB[s]);
        }
        END_COPIES;
    }
    uint turn = 0;
    uint free = AHEAD;
    for (uint depth = 0; depth < n; depth += DEPTH) {
        AWAIT_COPIES_BUT_ONE;
        synchronize();
        if (COPIED_A) {
            copyParts(a, rowsA, PARTS_A, depth + AHEAD * DEPTH, tilesA[free]);
        } else {
            fetchParts(TYPE_A, ALIGNED_A, a, rowsA, PARTS_A, depth + AHEAD * DEPTH, nextA);
        }
        if (COPIED_B) {
            copyParts(b, rowsB, PARTS_B, depth + AHEAD * DEPTH, tilesB[free]);
        } else {
            fetchParts(TYPE_B, ALIGNED_B, b, rowsB, PARTS_B, depth + AHEAD * DEPTH, nextB);
        }
        END_COPIES;
        // The tile's rows are the right operand of the units, its columns the left one.
#pragma unroll
        for (uint part = 0; part < DEPTH / 8; part += 2) {
            uint left[FOURS][4];
            uint right[WIDE / 2][4];
#pragma unroll
            for (uint i = 0; i < FOURS; i++) {
                LOAD_FOUR(left[i], tilesB[turn], SPOT(column + 16 * i + m % 2 * 8 + q, part + m / 2));
            }
#pragma unroll
            for (uint j = 0; j < WIDE / 2; j++) {
                LOAD_FOUR(right[j], tilesA[turn], SPOT(row + 16 * j + m / 2 * 8 + q, part + m % 2));
            }
#pragma unroll
            for (uint i = 0; i < FOURS; i++) {
#pragma unroll
                for (uint j = 0; j < WIDE; j++) {
                    MULTIPLY_ADD(sums[i][j], left[i], right[j / 2] + j % 2 * 2);
                }
            }
        }
        if (!COPIED_A) {
            storeParts(nextA, PARTS_A, tilesA[free]);
        }
        if (!COPIED_B) {
            storeParts(nextB, PARTS_B, tilesB[free]);
        }
        turn = turn + 1 == STAGES ? 0 : turn + 1;
        free = free + 1 == STAGES ? 0 : free + 1;
    }

    // Columns of the result lie in memory as rows of the sums, two neighbours with each thread.
    uint to = place(&p->result, (uint4)(first, outer));
    bool pairs = ((to | p->result.strides.y) & 7u) == 0;
#pragma unroll
    for (uint i = 0; i < FOURS; i++) {
#pragma unroll
        for (uint j = 0; j < WIDE; j++) {
#pragma unroll
            for (uint e = 0; e < 4; e += 2) {
                uint r = row + 8 * j + lane % 4 * 2;
                uint c = column + 16 * i + lane / 4 + e / 2 * 8;
                uint at = to + c * p->result.strides.y + 4 * r;
                if (c < columns && pairs && r + 1 < rows) {
                    ((__global uint2 *)p->result.base)[at >> 3] = as_uint2((float2)(sums[i][j][e], sums[i][j][e + 1]));
                } else if (c < columns && r < rows) {
                    storeWord(p->result.base, at, as_uint(sums[i][j][e]));
                    if (r + 1 < rows) {
                        storeWord(p->result.base, at + 4, as_uint(sums[i][j][e + 1]));
                    }
                }
            }
        }
    }
}
